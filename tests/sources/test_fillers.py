"""Programs that put arguments into the commands they run, or run several of them."""

from __future__ import annotations

import pytest

from tests.sources.test_shell import commands


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parallel puffer a --s {} ::: 1 2", ["parallel puffer a --s ?"]),
        (
            "parallel -j 2 puffer a --s={1} --t {2} ::: 1 :::+ 3",
            ["parallel -j 2 puffer a --s=? --t ?"],
        ),
        ("parallel puffer a --s ::: 1 2", ["parallel puffer a --s ?*"]),
        ("parallel puffer a {} :::: seeds", ["parallel puffer a ?"]),
        ("parallel 'puffer a --s' ::: 1", ["puffer a --s ?*"]),
        ("parallel 'puffer a --s {}' ::: 1", ["puffer a --s ?"]),
        ("parallel -j 2 ::: 'puffer a' 'puffer b'", ["puffer a", "puffer b"]),
        ("cat x | xargs -n1 puffer a", ["xargs -n1 puffer a ?*"]),
        ("cat x | nohup xargs -n1 puffer a --s", ["nohup xargs -n1 puffer a --s ?*"]),
        ("cat x | xargs -I % puffer a % --b 1", ["xargs -I ? puffer a ? --b 1"]),
        ("cat x | xargs -I{} puffer a --b={}", ["xargs -I? puffer a --b=?"]),
        ("cat x | xargs -I{} bash -c 'puffer a {}'", ["puffer a ?"]),
        ("mpirun -n 1 puffer a : -n 1 other", ["mpirun -n 1 puffer a"]),
        ("mpirun puffer a : puffer b", ["mpirun puffer a", "mpirun puffer b"]),
        ("srun puffer a --tag parallel", ["srun puffer a --tag parallel"]),
    ],
)
def test_what_they_run(text: str, expected: list[str]) -> None:
    found = [one for one in commands(text) if " '" not in text or one.startswith("puffer")]
    assert found == expected
