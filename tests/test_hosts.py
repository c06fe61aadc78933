from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from profilecheck.document import UNKNOWN, Unknown
from profilecheck.hosts import Host, declared, starting, this_machine
from profilecheck.limits import Limit

CPUS = "sys/devices/system/cpu"
GROUPS = "sys/fs/cgroup"


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def topology(*siblings: str, name: str = "core_cpus_list") -> dict[str, str]:
    """One folder for each CPU, with the list of threads on its core."""
    return {f"{CPUS}/cpu{i}/topology/{name}": f"{text}\n" for i, text in enumerate(siblings)}


def cpuinfo(*packages: int, cores: int, end: str = "\n") -> dict[str, str]:
    """One processor for each package number given."""
    stanzas = (
        f"processor\t: {i}\nphysical id\t: {package}\ncpu cores\t: {cores}\n"
        for i, package in enumerate(packages)
    )
    return {"proc/cpuinfo": "\n".join(stanzas) + end}


def here(root: Path, environ: dict[str, str] | None = None) -> Host:
    return this_machine(root=root, environ=environ or {}, affinity=None)


def limits(root: Path, environ: dict[str, str] | None = None) -> tuple[Limit, ...]:
    return here(root, environ).limits


# Cores and threads

TREES: dict[str, tuple[dict[str, str], int | Unknown | None]] = {
    "two threads a core": (topology("0,2", "1,3", "0,2", "1,3"), 2),
    "one thread a core": (topology("0", "1", "2", "3"), 4),
    "hybrid, two cores of two threads and two of one": (
        topology("0-1", "0-1", "2-3", "2-3", "4", "5"),
        4,
    ),
    "old kernel": (topology("0-1", "0-1", name="thread_siblings_list"), 1),
    "both lists, the newer one counts": (
        topology("0", "1") | topology("0-1", "0-1", name="thread_siblings_list"),
        2,
    ),
    "an offline CPU has no topology": (topology("0", "1") | {f"{CPUS}/cpu2/online": "0\n"}, 2),
    "cpufreq and cpuidle are no CPUs": (
        topology("0") | {f"{CPUS}/cpufreq/topology/core_cpus_list": "1\n"},
        1,
    ),
    "no topology, two packages": (cpuinfo(0, 0, 1, 1, cores=8), 16),
    "no topology, package not closed by an empty line": (cpuinfo(0, 1, cores=8, end=""), 8),
    "no topology, last line cut short": (
        {"proc/cpuinfo": "physical id\t: 0\ncpu cores\t: 8"},
        None,
    ),
    "container, cpuinfo without cores": ({"proc/cpuinfo": "processor\t: 0\nmodel\t: x\n\n"}, None),
    "container, empty cpuinfo": ({"proc/cpuinfo": ""}, None),
    "container, no cores in any package": (cpuinfo(0, cores=0), None),
}


@pytest.mark.parametrize("name", TREES)
def test_cores_of_a_linux_machine(name: str, tmp_path: Path) -> None:
    files, cores = TREES[name]
    assert here(write(tmp_path, files)).cores == cores


@pytest.mark.skipif(sys.platform != "linux", reason="reads Linux' own files")
@pytest.mark.parametrize("name", TREES)
def test_cores_agree_with_psutil_over_the_same_files(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    psutil = pytest.importorskip("psutil")
    files, _ = TREES[name]
    root = write(tmp_path, {"proc/cpuinfo": ""} | files)

    class Glob:
        @staticmethod
        def glob(pattern: str) -> list[str]:
            return [str(path) for path in root.glob(pattern.lstrip("/"))]

    monkeypatch.setattr(psutil._pslinux, "glob", Glob)
    monkeypatch.setattr(psutil, "PROCFS_PATH", str(root / "proc"))
    assert here(root).cores == psutil.cpu_count(logical=False)


def test_cores_and_threads_of_this_very_machine_agree_with_psutil() -> None:
    psutil = pytest.importorskip("psutil")
    host = this_machine()
    assert host.cores == psutil.cpu_count(logical=False)
    assert host.threads == psutil.cpu_count(logical=True)


def test_psutil_is_not_imported_on_linux() -> None:
    if sys.platform != "linux":
        pytest.skip("elsewhere psutil is asked")
    code = (
        "import sys, profilecheck.hosts as h; h.this_machine(); sys.exit('psutil' in sys.modules)"
    )
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environ, check=False).returncode == 0


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"proc/cpuinfo": "physical id : 0\ncpu cores : 8\n\n"},
        {"proc/cpuinfo": "physical id\t: zero\n\n"},
    ],
    ids=["no files", "other separator", "no number"],
)
def test_cores_are_unknown_where_psutil_would_raise(files: dict[str, str], tmp_path: Path) -> None:
    assert here(write(tmp_path, files)).cores is UNKNOWN


def test_threads_are_those_online(tmp_path: Path) -> None:
    root = write(tmp_path, topology("0", "1", "2") | {f"{CPUS}/online": "0-1,4,6-7\n"})
    assert here(root).threads == 5


def test_threads_from_cpuinfo_without_a_list(tmp_path: Path) -> None:
    assert here(write(tmp_path, cpuinfo(0, 0, 0, cores=2, end=""))).threads == 3


@pytest.mark.parametrize("online", ["", "\n", "none", "3-0", "0-", "0,,1", "-1"])
def test_threads_are_unknown_where_the_list_is_nonsense(online: str, tmp_path: Path) -> None:
    assert here(write(tmp_path, {f"{CPUS}/online": online})).threads is UNKNOWN


def test_this_machine_is_not_declared(tmp_path: Path) -> None:
    host = here(tmp_path)
    assert (host.name, host.declared) == ("this machine", False)


# Affinity


def eight_threads(root: Path, files: dict[str, str] | None = None) -> Path:
    return write(root, {f"{CPUS}/online": "0-7\n"} | (files or {}))


def test_affinity_below_the_hardware_is_a_limit(tmp_path: Path) -> None:
    root = eight_threads(tmp_path)
    host = this_machine(root=root, environ={}, affinity=lambda pid: {0, 5})
    assert host.limits == (Limit("affinity", 2, "sched_getaffinity"),)


def test_affinity_to_every_thread_is_no_limit(tmp_path: Path) -> None:
    root = eight_threads(tmp_path)
    assert this_machine(root=root, environ={}, affinity=lambda pid: set(range(8))).limits == ()


def test_affinity_counts_where_threads_are_unknown(tmp_path: Path) -> None:
    host = this_machine(root=tmp_path, environ={}, affinity=lambda pid: {0, 1})
    assert [limit.cpus for limit in host.limits] == [2]


def refuses(pid: int) -> set[int]:
    raise OSError("not permitted")


@pytest.mark.parametrize("affinity", [refuses, lambda pid: set[int]()], ids=["raises", "empty"])
def test_affinity_that_is_not_known_is_no_limit(
    affinity: Callable[[int], set[int]], tmp_path: Path
) -> None:
    assert this_machine(root=tmp_path, environ={}, affinity=affinity).limits == ()


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity on this platform")
def test_affinity_of_a_real_process(tmp_path: Path) -> None:
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("needs two CPUs to leave one out")
    code = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
        "import profilecheck.hosts as h; print([l.cpus for l in h.this_machine(environ={}).limits"
        " if l.kind == 'affinity'])"
    )
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True
    )
    assert run.stdout == "[1]\n"


# cgroup v2

MOUNT = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"


def grouped(root: Path, own: str, quotas: dict[str, str], mount: str = MOUNT) -> Path:
    """Eight threads, the process in the group ``own``, ``cpu.max`` of some groups below the mount."""
    return eight_threads(
        root,
        {"proc/self/cgroup": own, "proc/self/mountinfo": mount}
        | {f"{GROUPS}/{group}/cpu.max": text for group, text in quotas.items()},
    )


def test_quota_of_the_own_group(tmp_path: Path) -> None:
    root = grouped(tmp_path, "0::/job/step\n", {"job/step": "250000 100000\n"})
    assert limits(root) == (Limit("cgroup", 2.5, "/sys/fs/cgroup/job/step/cpu.max"),)


def test_quota_of_a_parent_that_is_tighter(tmp_path: Path) -> None:
    quotas = {"job/step": "400000 100000\n", "job": "100000 50000\n", "": "max 100000\n"}
    root = grouped(tmp_path, "0::/job/step\n", quotas)
    assert limits(root) == (Limit("cgroup", 2.0, "/sys/fs/cgroup/job/cpu.max"),)


def test_quota_of_the_own_group_wins_over_a_looser_parent(tmp_path: Path) -> None:
    root = grouped(tmp_path, "0::/a/b\n", {"a/b": "50000 100000\n", "a": "300000 100000\n"})
    assert limits(root) == (Limit("cgroup", 0.5, "/sys/fs/cgroup/a/b/cpu.max"),)


def test_quota_in_a_container_that_sees_itself_as_the_root(tmp_path: Path) -> None:
    root = grouped(tmp_path, "0::/\n", {"": "150000 100000\n"})
    assert limits(root) == (Limit("cgroup", 1.5, "/sys/fs/cgroup/cpu.max"),)


def test_quota_where_only_a_group_further_down_is_mounted(tmp_path: Path) -> None:
    mount = MOUNT.replace(" / ", " /docker/abc ", 1)
    root = grouped(tmp_path, "0::/docker/abc/inner\n", {"inner": "200000 100000\n"}, mount)
    assert limits(root) == (Limit("cgroup", 2.0, "/sys/fs/cgroup/inner/cpu.max"),)


@pytest.mark.parametrize("own", ["0::/../../other\n", "0::/elsewhere\n", "0::/gone (deleted)\n"])
def test_quota_of_a_group_that_is_out_of_view_is_the_mounts(own: str, tmp_path: Path) -> None:
    mount = MOUNT.replace(" / ", " /docker/abc ", 1)
    root = grouped(tmp_path, own, {"": "200000 100000\n"}, mount)
    assert [limit.cpus for limit in limits(root)] == [2.0]


def test_quota_beside_version_one(tmp_path: Path) -> None:
    """Hybrid systems mount version 2 on a folder of its own, beside the version 1 controllers."""
    files = {
        "proc/self/cgroup": "2:cpu,cpuacct:/v1\n1:name=systemd:/v1\n0::/app\n",
        "proc/self/mountinfo": (
            "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
            "41 31 0:38 / /sys/fs/cgroup/uni\\040fied rw - cgroup2 cgroup2 rw\n"
        ),
        f"{GROUPS}/uni fied/app/cpu.max": "300000 100000\n",
        f"{GROUPS}/app/cpu.max": "100000 100000\n",
    }
    root = eight_threads(tmp_path, files)
    assert limits(root) == (Limit("cgroup", 3.0, "/sys/fs/cgroup/uni fied/app/cpu.max"),)


def test_quota_with_a_mount_that_is_not_listed(tmp_path: Path) -> None:
    root = grouped(tmp_path, "0::/job\n", {"job": "100000 100000\n"}, mount="")
    assert [limit.cpus for limit in limits(root)] == [1.0]


@pytest.mark.parametrize(
    "text",
    [
        *("max 100000\n", "800000 100000\n", "1600000 100000\n", "", "\n", "100000\n", "x y\n"),
        *("0 100000\n", "-1 100000\n", "100000 0\n", "1 2 3\n", "\u0663 100000", "9" * 400 + " 1"),
    ],
)
def test_no_quota(text: str, tmp_path: Path) -> None:
    assert limits(grouped(tmp_path, "0::/job\n", {"job": text})) == ()


@pytest.mark.parametrize("own", ["", "0::\n", "nonsense", "2:cpu:/job\n"])
def test_no_quota_without_a_group_of_version_two(own: str, tmp_path: Path) -> None:
    assert limits(grouped(tmp_path, own, {"job": "1000 1000\n", "": "1000 1000\n"})) == ()


def test_quota_of_a_group_that_is_not_utf8(tmp_path: Path) -> None:
    root = grouped(tmp_path, "", {"": "100000 100000\n"})
    (root / "proc/self/cgroup").write_bytes(b"0::/j\xff\n")
    assert [limit.cpus for limit in limits(root)] == [1.0]


# cgroup v1

V1_MOUNTS = (
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "33 31 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
)
V1_GROUPS = "4:cpuset:/job\n3:cpu,cpuacct:/job/step\n1:name=systemd:/elsewhere\n"


def version_one(root: Path, files: dict[str, str], own: str = V1_GROUPS) -> Path:
    """Eight threads, the process in groups of version 1, some of whose files are given."""
    placed = {f"{GROUPS}/{name}": text for name, text in files.items()}
    known = {"proc/self/cgroup": own, "proc/self/mountinfo": V1_MOUNTS}
    return eight_threads(root, known | placed)


def cfs(quota: str, period: str = "100000\n", group: str = "job/step") -> dict[str, str]:
    folder = f"cpu,cpuacct/{group}"
    return {f"{folder}/cpu.cfs_quota_us": quota, f"{folder}/cpu.cfs_period_us": period}


def test_quota_of_version_one(tmp_path: Path) -> None:
    source = "/sys/fs/cgroup/cpu,cpuacct/job/step/cpu.cfs_quota_us"
    root = version_one(tmp_path, cfs("250000\n"))
    assert limits(root) == (Limit("cgroup", 2.5, source),)


def test_quota_of_version_one_of_a_parent_that_is_tighter(tmp_path: Path) -> None:
    root = version_one(tmp_path, cfs("400000\n") | cfs("50000\n", "50000\n", "job"))
    assert [limit.cpus for limit in limits(root)] == [1.0]


def test_quota_of_version_one_in_a_container(tmp_path: Path) -> None:
    mounts = V1_MOUNTS.replace(" / ", " /docker/abc ")
    files = {f"{GROUPS}/{name}": text for name, text in cfs("200000\n", group=".").items()}
    own = "3:cpu,cpuacct:/docker/abc\n"
    files |= {"proc/self/cgroup": own, "proc/self/mountinfo": mounts}
    assert [limit.cpus for limit in limits(eight_threads(tmp_path, files))] == [2.0]


@pytest.mark.parametrize(
    ("quota", "period"),
    [
        *(
            ("-1\n", "100000\n"),
            ("0", "1"),
            ("100000", "0"),
            ("", "100000"),
            ("x", "y"),
            ("8", "1"),
        ),
        *(("-1\n", "-1\n"), ("100000", "-5"), ("9" * 5000, "1"), ("9" * 400, "1"), ("nan", "1")),
    ],
)
def test_no_quota_of_version_one(quota: str, period: str, tmp_path: Path) -> None:
    assert limits(version_one(tmp_path, cfs(quota, period))) == ()


def test_no_quota_of_version_one_without_a_period(tmp_path: Path) -> None:
    files = {"cpu,cpuacct/job/step/cpu.cfs_quota_us": "100000\n"}
    assert limits(version_one(tmp_path, files)) == ()


@pytest.mark.parametrize("name", ["cpuset.cpus", "cpuset.effective_cpus"])
def test_set_of_cpus_of_version_one(name: str, tmp_path: Path) -> None:
    root = version_one(tmp_path, {f"cpuset/job/{name}": "0-1,7\n"})
    assert limits(root) == (Limit("cgroup", 3, f"/sys/fs/cgroup/cpuset/job/{name}"),)


def test_effective_cpus_of_a_set_count(tmp_path: Path) -> None:
    files = {"cpuset/job/cpuset.cpus": "0-5\n", "cpuset/job/cpuset.effective_cpus": "0-3\n"}
    assert [limit.cpus for limit in limits(version_one(tmp_path, files))] == [4]


def test_a_cpu_of_a_set_counts_once(tmp_path: Path) -> None:
    root = version_one(tmp_path, {"cpuset/job/cpuset.cpus": "4,0-3,0-1,2-4\n"})
    assert [limit.cpus for limit in limits(root)] == [5]


@pytest.mark.parametrize("text", ["", "\n", "0-7\n", "all\n", "3-0\n", "-1\n", "1_0\n", "0-\n"])
def test_no_set_of_cpus_of_version_one(text: str, tmp_path: Path) -> None:
    assert limits(version_one(tmp_path, {"cpuset/job/cpuset.cpus": text})) == ()


def test_the_tighter_quota_of_both_versions(tmp_path: Path) -> None:
    files = cfs("300000\n") | {"unified/app/cpu.max": "100000 100000\n"}
    root = version_one(tmp_path, files, V1_GROUPS + "0::/app\n")
    mounts = "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
    write(root, {"proc/self/mountinfo": V1_MOUNTS + mounts})
    assert [limit.cpus for limit in limits(root)] == [1.0]


# SLURM


@pytest.mark.parametrize(
    ("environ", "limit"),
    [
        ({"SLURM_CPUS_PER_TASK": "4"}, Limit("slurm", 4, "SLURM_CPUS_PER_TASK")),
        (
            {"SLURM_CPUS_PER_TASK": "2", "SLURM_CPUS_ON_NODE": "4"},
            Limit("slurm", 2, "SLURM_CPUS_PER_TASK"),
        ),
        (
            {"SLURM_CPUS_ON_NODE": "6", "SLURM_JOB_CPUS_PER_NODE": "4"},
            Limit("slurm", 6, "SLURM_CPUS_ON_NODE"),
        ),
        (
            {"SLURM_CPUS_PER_TASK": "", "SLURM_CPUS_ON_NODE": "6"},
            Limit("slurm", 6, "SLURM_CPUS_ON_NODE"),
        ),
        ({"SLURM_JOB_CPUS_PER_NODE": "6(x2)"}, Limit("slurm", 6, "SLURM_JOB_CPUS_PER_NODE")),
        ({"SLURM_JOB_CPUS_PER_NODE": "2,7(x3),4"}, Limit("slurm", 7, "SLURM_JOB_CPUS_PER_NODE")),
    ],
)
def test_slurm_share(environ: dict[str, str], limit: Limit, tmp_path: Path) -> None:
    assert limits(eight_threads(tmp_path), environ) == (limit,)


@pytest.mark.parametrize(
    "text", ["", "0", "8", "64", "four", "-2", "2.5", "4,", "(x2)", "9" * 5000]
)
@pytest.mark.parametrize(
    "variable", ["SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE", "SLURM_JOB_CPUS_PER_NODE"]
)
def test_no_slurm_share(variable: str, text: str, tmp_path: Path) -> None:
    assert limits(eight_threads(tmp_path), {variable: text}) == ()


# PBS and LSF


def test_pbs_professional(tmp_path: Path) -> None:
    write(tmp_path, {"var/nodes": "n1\n"})  # a line for each process of MPI
    environ = {"PBS_JOBID": "7.head", "NCPUS": "6", "PBS_NODEFILE": "/var/nodes"}
    assert limits(eight_threads(tmp_path), environ) == (Limit("pbs", 6, "NCPUS"),)


def test_torque_lists_a_node_once_for_each_of_its_cpus(tmp_path: Path) -> None:
    write(tmp_path, {"var/nodes": "n1\nn1\nn2\nn2\nn2\n"})
    environ = {"PBS_NODEFILE": "/var/nodes"}
    assert limits(eight_threads(tmp_path), environ) == (Limit("pbs", 3, "PBS_NODEFILE"),)


@pytest.mark.parametrize(
    "environ",
    [
        {"NCPUS": "2"},
        {"NCPUS": "many", "PBS_JOBID": "7"},
        {"NCPUS": "8", "PBS_JOBID": "7"},
        {"PBS_NODEFILE": "/not/there"},
        {"PBS_NP": "2", "PBS_NUM_PPN": "2", "PBS_NUM_NODES": "1"},
        {"PBS_NODEFILE": "/var/empty"},
        {"PBS_NODEFILE": "/var"},
        {"PBS_NODEFILE": "/var/\0"},
    ],
    ids=[
        "no job",
        "no number",
        "all threads",
        "no file",
        "no job of TORQUE's",
        "empty file",
        "a folder",
        "no path",
    ],
)
def test_no_pbs_share(environ: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path, {"var/empty": "\n"})
    assert limits(eight_threads(tmp_path), environ) == ()


@pytest.mark.parametrize(
    ("nodes", "each", "in_all", "limit"),
    [
        ("1", "1", "1", Limit("pbs", 1, "PBS_NUM_PPN")),
        ("3", "2", "6", Limit("pbs", 2, "PBS_NUM_PPN")),
        ("2", "2", "7", Limit("pbs", 7, "PBS_NP")),  # 1:ppn=2+1:ppn=5
        ("1", "1", "5", Limit("pbs", 5, "PBS_NP")),  # procs=5
        ("", "1", "1", Limit("pbs", 1, "PBS_NP")),
    ],
)
def test_torque_counts_cpus(
    nodes: str, each: str, in_all: str, limit: Limit, tmp_path: Path
) -> None:
    counts = {"PBS_NUM_NODES": nodes, "PBS_NUM_PPN": each, "PBS_NP": in_all}
    assert limits(eight_threads(tmp_path), {"PBS_JOBID": "1.srv", **counts}) == (limit,)


@pytest.mark.parametrize(
    ("environ", "limit"),
    [
        ({"LSB_DJOB_NUMPROC": "4"}, Limit("lsf", 4, "LSB_DJOB_NUMPROC")),
        ({"LSB_MCPU_HOSTS": "hostA 2 hostB 6 "}, Limit("lsf", 6, "LSB_MCPU_HOSTS")),
        (
            {"LSB_MCPU_HOSTS": "hostA 2 hostB 3", "LSB_DJOB_NUMPROC": "5"},
            Limit("lsf", 3, "LSB_MCPU_HOSTS"),
        ),
        (
            {"LSB_MCPU_HOSTS": "a b", "LSB_HOSTS": "a a b a", "LSB_DJOB_NUMPROC": "4"},
            Limit("lsf", 3, "LSB_HOSTS"),
        ),
        ({"LSB_HOSTS": " ", "LSB_DJOB_NUMPROC": "4"}, Limit("lsf", 4, "LSB_DJOB_NUMPROC")),
        (
            {"LSB_MCPU_HOSTS": "hostA", "LSB_DJOB_NUMPROC": "5"},
            Limit("lsf", 5, "LSB_DJOB_NUMPROC"),
        ),
    ],
)
def test_lsf_share(environ: dict[str, str], limit: Limit, tmp_path: Path) -> None:
    assert limits(eight_threads(tmp_path), environ) == (limit,)


@pytest.mark.parametrize("text", ["", "0", "64", "four", "-2", "2.5", "a b", "a 1 b", "9" * 5000])
@pytest.mark.parametrize("variable", ["LSB_DJOB_NUMPROC", "LSB_MCPU_HOSTS"])
def test_no_lsf_share(variable: str, text: str, tmp_path: Path) -> None:
    assert limits(eight_threads(tmp_path), {variable: text}) == ()


def test_limits_are_told_apart(tmp_path: Path) -> None:
    root = grouped(tmp_path, "0::/job\n", {"job": "150000 100000\n"})
    environ = {"SLURM_CPUS_PER_TASK": "4"}
    host = this_machine(root=root, environ=environ, affinity=lambda pid: {0, 1, 2})
    assert [(limit.kind, limit.cpus) for limit in host.limits] == [
        ("affinity", 3),
        ("cgroup", 1.5),
        ("slurm", 4),
    ]


# Declared machines


def test_declared_counts() -> None:
    assert declared(64, 128, "cluster") == Host("cluster", True, 64, 128)


def test_declared_as_text() -> None:
    assert declared("64", None, "--cores").cores == 64


@pytest.mark.parametrize("text", ["none", "None", "NONE"])
def test_declared_none_is_the_answer_of_psutil(text: str) -> None:
    assert declared(text, None, "--cores").cores is None


def test_what_is_not_declared_is_unknown() -> None:
    host = declared(None, None, "cluster")
    assert (host.cores, host.threads) == (UNKNOWN, UNKNOWN)


def test_declared_threads_alone_say_nothing_about_cores() -> None:
    assert declared(None, 16, "--threads") == Host("--threads", True, UNKNOWN, 16)


def test_declared_cores_none_with_threads() -> None:
    assert declared("none", 4, "arm").threads == 4


@pytest.mark.parametrize("cores", [0, -1, True, "0", "-4", "", "many", "4.0", "1_0", "\u0664"])
def test_cores_that_no_machine_has(cores: int | str) -> None:
    with pytest.raises(ValueError, match=r"^cores = .*: expected a whole number of at least 1"):
        declared(cores, None, "x")


@pytest.mark.parametrize("threads", [0, -1, True])
def test_threads_that_no_machine_has(threads: int) -> None:
    with pytest.raises(ValueError, match=r"^threads = .*: expected a whole number of at least 1"):
        declared(None, threads, "x")


def test_fewer_threads_than_cores() -> None:
    with pytest.raises(ValueError, match="cores = 8, threads = 4: a machine has at least as many"):
        declared(8, 4, "x")


def test_a_text_is_told_as_one_where_a_number_is_due() -> None:
    with pytest.raises(ValueError, match=r"^cores = '8': "):
        Host("x", cores="8")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^threads = '8': "):
        Host("x", threads="8")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^cores = 0: "):
        declared("0", None, "x")


@pytest.mark.parametrize(
    ("given", "name", "cores", "threads"),
    [
        (this_machine(), "this machine", 2, 4),
        (Host("c", cores=64, threads=128), "this machine", 2, 4),
        (Host("c", cores=64), "this machine", 2, 4),
        (Host("c", threads=128), "this machine", 2, 4),
        (Host("c", cores=1, threads=2), "c", 1, 2),
        (Host("c", cores=2), "c", 2, 4),
        (Host("c", cores=1, threads=128), "this machine as declared", 1, 4),
        (Host("c", cores=None), "c", None, 4),
    ],
)
def test_a_run_is_judged_for_where_it_starts(
    given: Host, name: str, cores: int | None, threads: int
) -> None:
    """What is declared counts where it is less than what is here."""
    here = Host("this machine", False, 2, 4)
    judged = starting(given, here)
    assert (judged.name, judged.cores, judged.threads) == (name, cores, threads)
    assert judged.decides


def test_where_it_starts_is_not_known() -> None:
    here = Host("this machine", False)
    assert starting(Host("c", cores=64), here).cores == 64
    assert starting(Host("c", cores=64), Host("this machine", False, None)).cores is None
