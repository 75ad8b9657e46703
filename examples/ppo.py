"""PPO in one file, after CleanRL's manner: it learns the small ODIN against `greedy`, on one core.

python examples/ppo.py --minutes 30      (it needs odintable[rl] and odintable[train])

The learner's seat, who starts and the deal change from game to game; a win is 1, a loss -1.
"""

import argparse
import time

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import nn
from torch.distributions import Categorical

from odintable.envs import VectorEnv

GAMES, STEPS = 256, 32  # games in step; decisions in each before an update
EPOCHS, PART = 4, 1024  # passes over all decisions; the size of a minibatch
RATE, CLIP, ENTROPY, VALUE, GAMMA, LAMBDA = 1e-3, 0.2, 0.01, 0.5, 1.0, 0.95
WIDTH = 128


def table(games, opponents="greedy"):
    """Many games of the small ODIN for two, one hand each."""
    mode = AutoresetMode.SAME_STEP
    return VectorEnv("odin", games, small=True, hands=1, opponents=opponents, autoreset_mode=mode)


class Agent(nn.Module):
    """Policy and value, with a shared body."""

    def __init__(self, seen, actions):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(seen, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.actor, self.critic = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)

    def forward(self, seen, masks):
        body = self.body(seen)
        logits = self.actor(body).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits), self.critic(body)[:, 0]


def tensors(seen):
    """Observations and masks as tensors."""
    return torch.tensor(seen["observation"], dtype=torch.float32), torch.tensor(seen["action_mask"])


def collect(env, agent, seen):
    """Play on in all games; return the batch and the last observations."""
    rows = []
    for _ in range(STEPS):
        rows_seen, masks = tensors(seen)
        with torch.no_grad():
            policy, values = agent(rows_seen, masks)
        actions = policy.sample()
        seen, rewards, over, _, _ = env.step(actions.numpy())
        got = torch.tensor(rewards, dtype=torch.float32), torch.tensor(over)
        rows.append((rows_seen, masks, actions, policy.log_prob(actions), values, *got))
    return [torch.stack(column) for column in zip(*rows, strict=True)], seen


def advantages(values, rewards, over, last):
    """Generalised advantage estimation: how much better it went than expected."""
    gains, gain = torch.zeros_like(values), torch.zeros(values.shape[1])
    for step in reversed(range(STEPS)):
        goes_on = 1 - over[step].float()
        after = last if step == STEPS - 1 else values[step + 1]
        gain = (
            rewards[step] + GAMMA * after * goes_on - values[step] + GAMMA * LAMBDA * goes_on * gain
        )
        gains[step] = gain
    return gains


def learn(agent, optimizer, batch, gains, left):
    """Update the net, with a clipped objective that keeps it close to the policy that played."""
    seen, masks, actions, before, values = (column.flatten(0, 1) for column in batch[:5])
    gains = gains.flatten()
    wanted = gains + values
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).split(PART):
            policy, value = agent(seen[part], masks[part])
            ratio = (policy.log_prob(actions[part]) - before[part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            surrogate = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            error = (value - wanted[part]).square().mean()
            loss = VALUE * error - surrogate - left * ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def judge(agent, games, seed):
    """The share of the win against greedy with the best actions, and its standard error."""
    env = table(256)
    seen, _ = env.reset(seed=seed)
    shares = []
    while len(shares) < games:
        with torch.no_grad():
            policy, _ = agent(*tensors(seen))
        seen, rewards, over, _, _ = env.step(policy.logits.argmax(1).numpy())
        shares += ((rewards[over] + 1) / 2).tolist()
    return float(np.mean(shares)), float(np.std(shares) / len(shares) ** 0.5)


def main():
    """Train for some minutes of processor time, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="of processor time")
    parser.add_argument("--games", type=int, default=4000, help="to judge by, at the end")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    env = table(GAMES)
    seen, _ = env.reset(seed=args.seed)
    agent = Agent(seen["observation"].shape[1], seen["action_mask"].shape[1])
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE)
    start, decisions, told = time.process_time(), 0, 0.0
    while (spent := (time.process_time() - start) / 60) < args.minutes:
        left = max(0.05, 1 - spent / args.minutes)  # of the learning rate and the entropy bonus
        optimizer.param_groups[0]["lr"] = RATE * left
        batch, seen = collect(env, agent, seen)
        with torch.no_grad():
            last = agent(*tensors(seen))[1]
        learn(agent, optimizer, batch, advantages(*batch[4:], last), left)
        decisions += GAMES * STEPS
        if spent >= told:
            rewards, over = batch[5], batch[6]
            share = float((rewards[over].mean() + 1) / 2)
            print(f"{spent:5.1f} min {decisions:9,} decisions: {share:.1%} of the win", flush=True)
            told = spent + args.minutes / 20
    share, error = judge(agent, args.games, args.seed + 1_000_000)
    print(f"{decisions:,} decisions, then {share:.1%} ± {error:.1%} of the win against greedy")


if __name__ == "__main__":
    main()
