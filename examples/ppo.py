"""PPO in one file, in the style of CleanRL: it learns the small ODIN against `greedy`, on one core.

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

NUM_ENVS, NUM_STEPS = 256, 32  # games played in parallel; decisions in each before an update
UPDATE_EPOCHS, MINIBATCH_SIZE = 4, 1024
LEARNING_RATE, GAMMA, GAE_LAMBDA = 1e-3, 1.0, 0.95
CLIP_COEF, ENTROPY_COEF, VALUE_COEF = 0.2, 0.01, 0.5
HIDDEN_SIZE = 128


def make_env(games, opponents="greedy"):
    """Many games of the small ODIN for two, one hand each."""
    mode = AutoresetMode.SAME_STEP
    return VectorEnv("odin", games, small=True, hands=1, opponents=opponents, autoreset_mode=mode)


class Agent(nn.Module):
    """Policy and value, with a shared body."""

    def __init__(self, inputs, actions):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, HIDDEN_SIZE),
            nn.ReLU(),
            nn.Linear(HIDDEN_SIZE, HIDDEN_SIZE),
            nn.ReLU(),
        )
        self.actor, self.critic = nn.Linear(HIDDEN_SIZE, actions), nn.Linear(HIDDEN_SIZE, 1)

    def forward(self, inputs, masks):
        body = self.body(inputs)
        logits = self.actor(body).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits), self.critic(body)[:, 0]


def tensors(observation):
    """Observations and masks as tensors."""
    inputs = torch.tensor(observation["observation"], dtype=torch.float32)
    return inputs, torch.tensor(observation["action_mask"])


def collect(env, agent, observation):
    """Play NUM_STEPS decisions in all games; return the batch and the last observations."""
    rows = []
    for _ in range(NUM_STEPS):
        inputs, masks = tensors(observation)
        with torch.no_grad():
            policy, values = agent(inputs, masks)
        actions = policy.sample()
        observation, rewards, over, _, _ = env.step(actions.numpy())
        got = torch.tensor(rewards, dtype=torch.float32), torch.tensor(over)
        rows.append((inputs, masks, actions, policy.log_prob(actions), values, *got))
    return [torch.stack(column) for column in zip(*rows, strict=True)], observation


def estimate_advantages(values, rewards, over, last):
    """Generalised advantage estimation: how much better it went than expected."""
    advantages, advantage = torch.zeros_like(values), torch.zeros(values.shape[1])
    for step in reversed(range(NUM_STEPS)):
        is_not_over = 1 - over[step].float()
        after = last if step == NUM_STEPS - 1 else values[step + 1]
        error = rewards[step] + GAMMA * after * is_not_over - values[step]
        advantage = error + GAMMA * GAE_LAMBDA * is_not_over * advantage
        advantages[step] = advantage
    return advantages


def update(agent, optimizer, batch, advantages, remaining):
    """Update the net, with a clipped objective that keeps it close to the policy that played."""
    inputs, masks, actions, old_log_probs, values = (column.flatten(0, 1) for column in batch[:5])
    advantages = advantages.flatten()
    returns = advantages + values
    for _ in range(UPDATE_EPOCHS):
        for minibatch in torch.randperm(len(actions)).split(MINIBATCH_SIZE):
            policy, value = agent(inputs[minibatch], masks[minibatch])
            ratio = (policy.log_prob(actions[minibatch]) - old_log_probs[minibatch]).exp()
            advantage = advantages[minibatch]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            clipped = ratio.clamp(1 - CLIP_COEF, 1 + CLIP_COEF)
            surrogate = torch.min(ratio * advantage, clipped * advantage).mean()
            error = (value - returns[minibatch]).square().mean()
            entropy = policy.entropy().mean()
            loss = VALUE_COEF * error - surrogate - remaining * ENTROPY_COEF * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def evaluate(agent, games, seed):
    """The share of the win against greedy with the best actions, and its standard error."""
    env = make_env(256)
    observation, _ = env.reset(seed=seed)
    shares = []
    while len(shares) < games:
        with torch.no_grad():
            policy, _ = agent(*tensors(observation))
        observation, rewards, over, _, _ = env.step(policy.logits.argmax(1).numpy())
        shares += ((rewards[over] + 1) / 2).tolist()
    return float(np.mean(shares)), float(np.std(shares) / len(shares) ** 0.5)


def main():
    """Train for some minutes of processor time, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="of processor time")
    parser.add_argument("--games", type=int, default=4000, help="of the evaluation at the end")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    env = make_env(NUM_ENVS)
    observation, _ = env.reset(seed=args.seed)
    agent = Agent(observation["observation"].shape[1], observation["action_mask"].shape[1])
    optimizer = torch.optim.Adam(agent.parameters(), lr=LEARNING_RATE)
    start, decisions, next_report = time.process_time(), 0, 0.0
    while (spent := (time.process_time() - start) / 60) < args.minutes:
        remaining = max(0.05, 1 - spent / args.minutes)  # of learning rate and entropy bonus
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * remaining
        batch, observation = collect(env, agent, observation)
        with torch.no_grad():
            last = agent(*tensors(observation))[1]
        update(agent, optimizer, batch, estimate_advantages(*batch[4:], last), remaining)
        decisions += NUM_ENVS * NUM_STEPS
        if spent >= next_report:
            rewards, over = batch[5], batch[6]
            share = float((rewards[over].mean() + 1) / 2)
            print(f"{spent:5.1f} min {decisions:9,} decisions: {share:.1%} of the win", flush=True)
            next_report = spent + args.minutes / 20
    share, error = evaluate(agent, args.games, args.seed + 1_000_000)
    print(f"{decisions:,} decisions, then {share:.1%} ± {error:.1%} of the win against greedy")


if __name__ == "__main__":
    main()
