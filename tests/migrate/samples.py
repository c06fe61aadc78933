"""Files of 3.0 for the tests of what tells and writes a migration."""

from __future__ import annotations

PLAIN = """\
[base]
package = ocean
env_name = puffer_squared

[vec]
num_envs = 8  # objects
num_workers = 4

[env]
num_envs = 512

[train]
total_timesteps = 1000000
bptt_horizon = 64
minibatch_size = 8192
"""
"""Nothing is left to decide about it."""

OPEN = PLAIN.replace("minibatch_size = 8192", "batch_size = 131072\nminibatch_size = 8192")
"""One decision, train.batch_size, without which the result is right all the same."""

ADAM = OPEN + "optimizer = adam\nlearning_rate = 0.01\n"
"""Three decisions, one of them with a free answer."""

REFUSED = PLAIN.replace("minibatch_size = 8192", "minibatch_size = 1000")
"""One decision, train.minibatch_size, without which 4.0 refuses the result."""

BLOCKED = PLAIN.replace("puffer_squared", "puffer_mine").replace("ocean", "mine")
"""Nobody knows the agents of its environment."""

HOSTILE = (
    PLAIN
    + """\
[policy]
a = </script><script>document.title = 'x'</script>
b = <img src=x onerror="document.title='x'">
c = \u202egnirts\u202c \x1b[31mred\x07 | `code` ``more``
d = @someone #12 https://example.com [x](y) <!-- --> &lt; *b*
"""
)
"""Values that would be markup, control a terminal, or turn the direction of what follows."""
