"""Pictures: an array of many colours that shows only what may be seen."""

import numpy as np
import pytest

from odintable.envs import aec_env
from odintable.envs.rendering.position_image import draw_position, rgb_array
from odintable.envs.rendering.svg_drawing import palette, sprite
from odintable.match.match import Match


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [("odin", 6), ("ravens", 2)])
def test_a_picture_is_an_array_of_many_colours(game: str, players: int) -> None:
    env = aec_env(game, players, render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    assert image.dtype == np.uint8
    assert image.shape[2] == 3
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 200
    env.step(next(iter(env.unwrapped.legal_moves())))
    assert env.render().shape[1] == image.shape[1]


def test_a_view_shows_backs_where_the_full_position_shows_faces() -> None:
    for game, back in (("odin", "back-odin"), ("ravens", "back-muninn")):
        position = Match.new(game, first=0).position
        assert back not in "".join(draw_position(position).shapes)
        assert back in "".join(draw_position(position.view(0)).shapes)


def test_every_phase_can_be_drawn() -> None:
    for game, players in (("odin", 3), ("ravens", 2)):
        env = aec_env(game, players, max_cycles=150)
        env.reset(seed=4)
        phases = set()
        for agent in env.agent_iter():
            if env.terminations[agent] or env.truncations[agent]:
                break
            position = env.unwrapped.batch.position()
            phases.add(position.to_json()["phase"])
            svg = draw_position(position).svg()
            assert svg.startswith("<svg")
            assert "var(" not in svg
            env.step(env.action_space(agent).sample())
        assert len(phases) > 1
    assert rgb_array(position).size > 0


def test_colours_are_those_of_the_page() -> None:
    assert palette()["--paper"] == "#fbf4e4"
    assert palette("R")["--c"] == "#e35d52"
    assert "#e35d52" in sprite("odin", "R")
    assert 'id="odin-face-5-R"' in sprite("odin", "R")
