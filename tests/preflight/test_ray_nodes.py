"""The nodes of a real Ray cluster, on this machine; and what is said where there is none."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from profilecheck.hosts import this_machine
from profilecheck.preflight.nodes import NoCluster
from profilecheck.preflight.ray_nodes import ray_cluster
from tests.cli.helpers import environment

HAS_RAY = importlib.util.find_spec("ray") is not None
needs_ray = pytest.mark.skipif(not HAS_RAY, reason="ray is not installed here")
HEAD = """
import sys
from ray.cluster_utils import Cluster

args = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80_000_000}
cluster = Cluster(initialize_head=True, head_node_args=args)
second = cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
print("at", cluster.address, second.all_processes["raylet"][0].process.pid, flush=True)
sys.stdin.read()
cluster.shutdown()
"""
"""Two nodes, until its standard input is closed."""


@dataclass(frozen=True)
class Running:
    address: str
    second: int
    """The process that serves the second node."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Two nodes on which no profilecheck is to be found."""
    env = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    head = subprocess.Popen(
        [sys.executable, "-c", HEAD],
        cwd=tmp_path_factory.mktemp("head"),
        env={**env, "RAY_USAGE_STATS_ENABLED": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert head.stdin and head.stdout
    try:
        told = next((line for line in head.stdout if line.startswith("at ")), "")
        assert told, "the cluster did not start"
        _, address, second = told.split()
        yield Running(address, int(second))
    finally:
        head.stdin.close()
        try:
            head.wait(60)
        except subprocess.TimeoutExpired:
            head.kill()
            head.wait()
        head.stdout.close()


def preflight(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    (folder / "c.ini").write_text(
        "[base]\nenv_name = a\n[vec]\nnum_envs = 4096\nnum_workers = 4096\n"
    )
    return subprocess.run(
        [sys.executable, "-m", "profilecheck", "preflight", "c.ini", *argv],
        cwd=folder,
        env=environment({}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@needs_ray
def test_each_node_tells_its_counts(cluster: Running) -> None:
    told = ray_cluster(cluster.address, 60)
    here = this_machine()
    assert len(told.nodes) == 2
    assert len({node.name for node in told.nodes}) == 2
    for node in told.nodes:
        assert node.host is not None, node.problem
        assert (node.host.cores, node.host.threads) == (here.cores, here.threads)
        assert node.host.decides and not node.host.declared


@needs_ray
def test_a_config_is_judged_for_each_node(cluster: Running, tmp_path: Path) -> None:
    ran = preflight(tmp_path, "--ray", cluster.address, "--format", "json")
    assert ran.returncode == 1, ran.stderr
    nodes = json.loads(ran.stdout)["nodes"]
    assert [node["verdict"] for node in nodes] == ["fails", "fails"]
    assert all(node["findings"][0]["code"] == "PC210" for node in nodes)
    allowed = preflight(tmp_path, "--ray", cluster.address, "--set", "vec.overwork=True")
    assert (allowed.returncode, allowed.stdout.count("  ok")) == (0, 2), allowed.stderr


@needs_ray
def test_a_node_that_does_not_answer_is_told(cluster: Running, tmp_path: Path) -> None:
    os.kill(cluster.second, signal.SIGSTOP)
    try:
        ran = preflight(tmp_path, "--ray", cluster.address, "--timeout", "15")
    finally:
        os.kill(cluster.second, signal.SIGCONT)
    assert ran.returncode == 2, ran.stdout + ran.stderr
    assert ran.stdout.count(": unreachable: no answer within 15 s (--timeout)\n") == 1
    assert ran.stdout.count("fails") == 1


@needs_ray
def test_an_address_where_nothing_answers_is_no_cluster() -> None:
    with pytest.raises(NoCluster, match=r"^no Ray cluster .*127\.0\.0\.1:9"):
        ray_cluster("127.0.0.1:9", 3)


@needs_ray
def test_a_text_that_is_no_address_is_no_cluster() -> None:
    with pytest.raises(NoCluster, match=r"^no Ray cluster at nowhere: "):
        ray_cluster("nowhere", 30)


@pytest.mark.parametrize("address", ["local", "", " "])
def test_no_cluster_is_started(address: str) -> None:
    with pytest.raises(NoCluster, match="the address of a running cluster"):
        ray_cluster(address, 5)


def test_none_is_started_for_the_variable_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "local")
    with pytest.raises(NoCluster, match=r"^RAY_ADDRESS takes the address of a running cluster"):
        ray_cluster("auto", 5)


@needs_ray
def test_the_cluster_that_the_variable_names_is_told(
    monkeypatch: pytest.MonkeyPatch, cluster: Running
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    told = ray_cluster("auto", 60)
    assert told.source == f"the Ray cluster at {cluster.address}"


@pytest.mark.skipif(HAS_RAY, reason="ray is installed here")
def test_without_ray_it_says_what_to_install() -> None:
    with pytest.raises(NoCluster, match=r"pip install 'profilecheck\[ray\]'"):
        ray_cluster("auto", 60)
