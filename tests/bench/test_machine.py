"""What a machine tells of itself, and one that tells nothing."""

from __future__ import annotations

from pathlib import Path

from profilecheck.bench.machine import Machine, this_machine, versions

FILES = {
    "proc/cpuinfo": "processor\t: 0\nmodel name\t: A CPU @ 3 GHz\nmodel name\t: A CPU @ 3 GHz\n",
    "proc/meminfo": "MemTotal:       1000 kB\nMemFree: 1 kB\n",
    "proc/driver/nvidia/version": "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue\n",
    "proc/driver/nvidia/gpus/0000:01:00.0/information": "Model: \t\t NVIDIA H100\nIRQ: 1\n",
    "proc/driver/nvidia/gpus/0000:02:00.0/information": "IRQ: 1\n",
    "usr/local/cuda/version.json": '{"cuda": {"name": "CUDA SDK", "version": "12.4.1"}}',
    "sys/devices/system/cpu/cpu0/topology/physical_package_id": "0\n",
    "sys/devices/system/cpu/cpu1/topology/physical_package_id": "1\n",
    "sys/devices/system/node/node0/cpulist": "0-1\n",
}


def test_what_the_system_tells(tmp_path: Path) -> None:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert this_machine(tmp_path) == Machine(
        cpu_model="A CPU @ 3 GHz",
        sockets=2,
        numa_nodes=1,
        memory_bytes=1_024_000,
        gpus=("NVIDIA H100", "unknown"),
        gpu_driver="550.54.15",
        cuda="12.4.1",
    )


def test_what_it_does_not_tell_is_not_guessed(tmp_path: Path) -> None:
    cuda = tmp_path / "usr/local/cuda/version.json"
    cuda.parent.mkdir(parents=True)
    cuda.write_text('["12"]')
    told = this_machine(tmp_path)
    assert (told.sockets, told.numa_nodes, told.memory_bytes) == (None, None, None)
    assert (told.gpus, told.gpu_driver, told.cuda) == ((), None, None)


def test_versions_are_of_what_is_installed() -> None:
    found = versions(["pytest", "no-such-package-at-all"])
    assert found["pytest"] and found["no-such-package-at-all"] is None
