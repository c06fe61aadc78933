"""PC606 minibatch-by-horizon."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_a_horizon_that_does_not_divide() -> None:
    finds(TRAIN + "bptt_horizon = 48\n", "PC606", at=(6, 1), severity="error")


def test_a_minibatch_that_is_no_multiple() -> None:
    finds(
        TRAIN + "minibatch_size = 8000\nbatch_size = 16384\nbptt_horizon = 128\n",
        "PC606",
        at=(6, 1),
    )


def test_the_maximum_is_what_is_computed() -> None:
    finds(TRAIN + "max_minibatch_size = 32\n", "PC606", at=(6, 1))


def test_a_horizon_from_the_agents() -> None:
    finds(TRAIN + "batch_size = 9600\nbptt_horizon = auto\n", "PC606", at=(7, 1), agents_per_env=16)


def test_silent_a_divisor() -> None:
    quiet(TRAIN + "bptt_horizon = 32\n", "PC606")


def test_silent_a_horizon_that_is_not_known() -> None:
    quiet(TRAIN + "batch_size = 9600\nbptt_horizon = auto\n", "PC606")


def test_silent_a_batch_that_is_no_multiple_is_silent() -> None:
    quiet(TRAIN + "batch_size = 8200\n", "PC606", agents_per_env=16)


class TestAMaximumThatIsNotKnown:
    """None saves a minibatch that the horizon does not divide; where it does, one may break it."""

    LINE = "puffer train puffer_x --train.minibatch-size {} --train.bptt-horizon 64\n"
    TABLE = (
        "vec:\n  num_envs: 8\n  backend: Serial\ntrain:\n  minibatch_size: {}\n  bptt_horizon: 64\n"
    )

    def test_on_a_launch_line(self) -> None:
        finds(self.LINE.format(1000), "PC606", name="run.sh", at=(1, 23), severity="error")

    def test_in_a_table(self) -> None:
        finds(self.TABLE.format(1000), "PC606", name="a.yaml", at=(5, 3))

    def test_one_that_is_written_and_not_known(self) -> None:
        line = self.LINE.format(1000).strip() + " --train.max-minibatch-size $MAX\n"
        finds(line, "PC606", name="run.sh")

    def test_silent_a_multiple(self) -> None:
        quiet(self.LINE.format(1024), "PC606", name="run.sh")
        quiet(self.TABLE.format(1024), "PC606", name="a.yaml")

    def test_silent_what_is_not_known(self) -> None:
        quiet(self.LINE.format("$SIZE"), "PC606", name="run.sh")
        quiet("puffer train x --train.minibatch-size 1000\n", "PC606", name="run.sh")
        quiet("puffer train x --train.bptt-horizon 48\n", "PC606", name="run.sh")

    def test_silent_where_another_error_names_the_maximum(self) -> None:
        line = self.LINE.format(1000).strip() + " --train.max-minibatch-size 300\n"
        quiet(line, "PC606", name="run.sh")
        finds(line, "PC604", name="run.sh")

    def test_a_known_maximum_is_told_once(self) -> None:
        line = self.LINE.format(1000).strip() + " --train.max-minibatch-size 500\n"
        finds(line, "PC606", name="run.sh", count=1)
