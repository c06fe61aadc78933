"""Modules that make vectorized environments, written short: what the tests of PC5 share."""

from __future__ import annotations

from textwrap import dedent

HEAD = """\
import multiprocessing as mp, contextlib, functools, atexit, sys
import pufferlib.vector as pv
from envs import Env, make_env, Trainer
workers = dict(backend=pv.Multiprocessing, num_envs=4, num_workers=2)
serial = dict(backend=pv.Serial, num_envs=4)
"""
"""Line 6 is the first of what follows."""


def module(text: str) -> str:
    """A module: the imports and two sets of keywords, ``workers`` and ``serial``, and then a text."""
    return HEAD + dedent(text)
