"""A SLURM allocation as its variables tell it."""

from __future__ import annotations

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.hosts import Host
from profilecheck.preflight.nodes import Cluster, NoCluster
from profilecheck.preflight.slurm import allocation, inside


def job(**variables: str) -> dict[str, str]:
    return {"SLURM_JOB_ID": "7", **{f"SLURM_{name}": text for name, text in variables.items()}}


def cpus(cluster: Cluster) -> dict[str, tuple[float, ...]]:
    """The limits of each node by its name."""
    return {
        node.name: tuple(limit.cpus for limit in node.host.limits)
        for node in cluster.nodes
        if node.host is not None
    }


def about(cluster: Cluster) -> str:
    return "\n".join(cluster.notes)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"JOB_NODELIST": "n1", "JOB_CPUS_PER_NODE": "32"}, {"n1": (32,)}),
        (
            {"JOB_NODELIST": "n[1-3]", "JOB_CPUS_PER_NODE": "32(x2),16"},
            {"n1": (32,), "n2": (32,), "n3": (16,)},
        ),
        (
            {"JOB_NODELIST": "b,a", "JOB_CPUS_PER_NODE": "4,2", "CPUS_PER_TASK": "2"},
            {"b": (4, 2), "a": (2, 2)},
        ),
        (
            {"JOB_NUM_NODES": "2", "JOB_CPUS_PER_NODE": "8(x2)"},
            {"node 1 of 2": (8,), "node 2 of 2": (8,)},
        ),
        ({"JOB_CPUS_PER_NODE": "8,4"}, {"node 1 of 2": (8,), "node 2 of 2": (4,)}),
        ({"NNODES": "1", "CPUS_ON_NODE": "6"}, {"node 1 of 1": (6,)}),
        (
            {"JOB_NODELIST": "n[1-2]", "JOB_CPUS_PER_NODE": "8(x2)", "CPUS_ON_NODE": "4"},
            {"n1": (8,), "n2": (8,)},
        ),
        ({"JOB_NODELIST": "n[1-2]", "CPUS_PER_TASK": "4"}, {"n1": (4,), "n2": (4,)}),
    ],
)
def test_nodes_and_what_is_granted_on_each(
    variables: dict[str, str], expected: dict[str, tuple[float, ...]]
) -> None:
    assert cpus(allocation(job(**variables))) == expected


def test_the_step_s_share_is_that_of_the_node_where_this_runs() -> None:
    environ = job(JOB_NODELIST="n[1-2]", JOB_CPUS_PER_NODE="8(x2)", CPUS_ON_NODE="4")
    assert cpus(allocation({**environ, "SLURMD_NODENAME": "n2"})) == {"n1": (8,), "n2": (8, 4)}


def test_what_slurm_does_not_tell_stays_unknown_and_is_told() -> None:
    cluster = allocation(job(JOB_NODELIST="n1", JOB_CPUS_PER_NODE="32"))
    host = cluster.nodes[0].host
    assert host is not None
    assert host.cores is UNKNOWN and host.threads is UNKNOWN and host.decides
    assert "does not tell the physical cores" in about(cluster)


def test_declared_counts_are_those_of_each_node() -> None:
    environ = job(JOB_NODELIST="n[1-2]", JOB_CPUS_PER_NODE="64,16")
    cluster = allocation(environ, Host("cluster", cores=32, threads=64))
    assert [node.host.cores for node in cluster.nodes if node.host] == [32, 32]
    assert cpus(cluster) == {"n1": (), "n2": (16,)}  # 64 is all there is: no limit
    assert [node.no_bound and node.no_bound.cpus for node in cluster.nodes] == [64, None]
    assert "declared" not in about(cluster)
    assert not any("physical cores" in note for note in cluster.notes)


@pytest.mark.parametrize(
    ("variables", "note"),
    [
        (
            {"JOB_CPUS_PER_NODE": "8(x3)"},
            "JOB_CPUS_PER_NODE = '8(x3)' tells 3 nodes, and there are 2",
        ),
        ({"JOB_CPUS_PER_NODE": "8(x2"}, "JOB_CPUS_PER_NODE = '8(x2': expected counts"),
        ({"JOB_CPUS_PER_NODE": "8,"}, "expected counts"),
        ({"JOB_CPUS_PER_NODE": "8(x999999999)"}, "tells 999999999 nodes"),
        ({"JOB_NUM_NODES": "3"}, "SLURM_JOB_NODELIST names 2 nodes, SLURM_JOB_NUM_NODES counts 3"),
        ({"CPUS_PER_TASK": "0"}, "SLURM_CPUS_PER_TASK = 0: expected a whole number"),
        ({"CPUS_PER_TASK": "many"}, "SLURM_CPUS_PER_TASK = 'many': expected a whole number"),
        ({"NTASKS_PER_NODE": "4"}, "4 tasks share a node (SLURM_NTASKS_PER_NODE)"),
        (
            {"NTASKS": "3", "TASKS_PER_NODE": "2,1"},
            "2 tasks share a node (SLURM_TASKS_PER_NODE)",
        ),
        ({"NPROCS": "4", "TASKS_PER_NODE": "2(x2)"}, "2 tasks share a node"),
        ({"NTASKS": "3", "TASKS_PER_NODE": "2(x"}, "expected counts such as 2(x3),1"),
        ({}, "SLURM_JOB_CPUS_PER_NODE does not tell every node's CPUs"),
        (
            {"CPUS_PER_TASK": "8", "JOB_CPUS_PER_NODE": "4,16"},
            "SLURM_CPUS_PER_TASK tells 8 CPUs, and SLURM_JOB_CPUS_PER_NODE 4 on the whole node (on n1)",
        ),
    ],
)
def test_variables_that_do_not_fit_are_told(variables: dict[str, str], note: str) -> None:
    cluster = allocation(job(JOB_NODELIST="n[1-2]", **variables))
    assert len(cluster.nodes) == 2
    assert note in about(cluster).replace('"', "'")


def test_a_step_on_none_of_the_nodes_is_told() -> None:
    environ = {**job(JOB_NODELIST="n[1-2]", CPUS_ON_NODE="4"), "SLURMD_NODENAME": "a9"}
    assert "SLURMD_NODENAME = 'a9' is none of these nodes" in about(allocation(environ))
    assert "SLURMD_NODENAME" not in about(allocation({**environ, "SLURMD_NODENAME": "n2"}))


def test_more_cpus_than_the_threads_that_are_declared_are_told() -> None:
    environ = job(JOB_NODELIST="n[1-3]", JOB_CPUS_PER_NODE="32(x2),16", CPUS_PER_TASK="8")
    cluster = allocation(environ, Host("cluster", cores=8, threads=16))
    assert (
        "SLURM_JOB_CPUS_PER_NODE tells 32 CPUs, and 16 hardware threads are declared (on n1, n2)"
        in about(cluster)
    )


@pytest.mark.parametrize("threads", [16, 32, 64])
def test_a_limit_that_does_not_bind_is_told_all_the_same(threads: int) -> None:
    environ = job(JOB_NODELIST="n[1-2]", JOB_CPUS_PER_NODE="32(x2)")
    cluster = allocation(environ, Host("declared", False, 16, threads))
    assert "does not tell every node" not in about(cluster)


def test_tasks_with_a_share_each_are_not_told() -> None:
    environ = job(JOB_NODELIST="n1", JOB_CPUS_PER_NODE="8", NTASKS_PER_NODE="4", CPUS_PER_TASK="2")
    assert "share" not in about(allocation(environ))


@pytest.mark.parametrize(
    "variables",
    [
        {"TASKS_PER_NODE": "36(x2)"},
        {"NTASKS": "2", "TASKS_PER_NODE": "1(x2)"},
        {"NTASKS": "2", "NTASKS_PER_NODE": "1", "TASKS_PER_NODE": "9(x2)"},
        {"NTASKS": "4", "TASKS_PER_NODE": "2(x2)", "CPUS_PER_TASK": "4"},
    ],
)
def test_tasks_that_share_no_node_are_not_told(variables: dict[str, str]) -> None:
    environ = job(JOB_NODELIST="n[1-2]", JOB_CPUS_PER_NODE="36(x2)", **variables)
    assert "share" not in about(allocation(environ))


def test_older_names_count_where_the_newer_ones_are_not_set() -> None:
    older = {"SLURM_JOBID": "7", "SLURM_NODELIST": "n[1-2]", "SLURM_JOB_CPUS_PER_NODE": "4(x2)"}
    assert inside({"SLURM_JOBID": "7"}) and inside({"SLURM_NODELIST": "n1"})
    assert cpus(allocation(older)) == {"n1": (4,), "n2": (4,)}
    newer = {**older, "SLURM_JOB_NODELIST": "m[1-2]"}
    assert list(cpus(allocation(newer))) == ["m1", "m2"]


def test_a_list_that_cannot_be_read_leaves_nodes_without_names() -> None:
    cluster = allocation(job(JOB_NODELIST="n[1-", JOB_NUM_NODES="2", JOB_CPUS_PER_NODE="8(x2)"))
    assert cpus(cluster) == {"node 1 of 2": (8,), "node 2 of 2": (8,)}
    assert "is no list of hosts" in about(cluster)


def test_every_component_of_a_heterogeneous_job_counts() -> None:
    environ = job(
        HET_SIZE="2",
        JOB_NODELIST="a",
        JOB_CPUS_PER_NODE="4",
        JOB_NODELIST_HET_GROUP_0="a",
        JOB_CPUS_PER_NODE_HET_GROUP_0="4",
        JOB_NODELIST_HET_GROUP_1="b[1-2]",
        JOB_CPUS_PER_NODE_HET_GROUP_1="8(x2)",
        CPUS_PER_TASK_HET_GROUP_1="2",
    )
    assert cpus(allocation(environ)) == {"a": (4,), "b1": (8, 2), "b2": (8, 2)}


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"SLURM_CONF": "/etc/slurm.conf"},
        job(),
        job(JOB_NODELIST="n[1-"),
    ],
)
def test_no_nodes_are_no_allocation(environ: dict[str, str]) -> None:
    with pytest.raises(NoCluster):
        allocation(environ)


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"JOB_NUM_NODES": "999999999"}, "count 999999999, and a preflight judges for at most"),
        ({"JOB_CPUS_PER_NODE": "8(x999999999)"}, "count 999999999"),
        ({"JOB_NODELIST": "n[1-99999999]"}, "it names more than 100000 hosts, and nothing else"),
    ],
)
def test_more_nodes_than_are_judged_are_told_as_such(variables: dict[str, str], said: str) -> None:
    with pytest.raises(NoCluster, match=said):
        allocation(job(**variables))


def test_inside_an_allocation_its_variables_say_so() -> None:
    assert inside(job())
    assert inside({"SLURM_JOB_NODELIST": "n1"})
    assert not inside({"SLURM_CONF": "/etc/slurm.conf", "SLURM_JOB_ID": ""})
