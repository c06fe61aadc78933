"""What a preflight prints as JSON has all that its schema asks for, and nothing that the schema lacks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from profilecheck import schemas
from profilecheck.cli.preflighted import as_json
from profilecheck.document import UNKNOWN
from profilecheck.findings import Severity
from profilecheck.hosts import Host
from profilecheck.limits import Limit
from profilecheck.options import Options
from profilecheck.preflight.judged import judge
from profilecheck.preflight.nodes import Cluster, Node, node_of
from tests.closing import closed

CONFIG = "[base]\nenv_name = a\n[vec]\nnum_envs = 64\nnum_workers = 32\nbatch_sise = 4\n"


def test_it_passes_its_schema_which_names_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.ini").write_text(CONFIG)
    limits = (Limit("cgroup", 6.5, "cpu.max"), Limit("slurm", 8, "SLURM_CPUS_ON_NODE"))
    nodes = (
        node_of(Host("a", False, 64, 128, limits, launching=True)),
        node_of(Host("b", False, None, UNKNOWN, launching=True)),
        node_of(Host("c", False, 16, 32, launching=True)),
        Node("d", None, "no answer"),
    )
    cluster = Cluster("a test", nodes, ("one is silent",))
    judged = judge("c.ini", cluster, Options(target="3.0"))
    told = json.loads(as_json("c.ini", cluster, judged, Severity.ERROR))
    Draft202012Validator(closed(schemas.schema(schemas.PREFLIGHT))).validate(told)
    assert [node["verdict"] for node in told["nodes"]][1:] == ["fails", "fails", "unreachable"]
    assert [node["cores"] for node in told["nodes"]] == [64, "none", 16, None]
    assert [node["problem"] for node in told["nodes"]] == [None, None, None, "no answer"]
    assert any(one["fix"] and one["notes"] for node in told["nodes"] for one in node["findings"])


def test_the_schema_is_no_other_programs() -> None:
    validator = Draft202012Validator(schemas.schema(schemas.PREFLIGHT))
    assert not validator.is_valid({}) and not validator.is_valid([])
