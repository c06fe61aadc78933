"""The synthetic benchmark: how fast environments of a known cost are stepped, without PufferLib.

``workload`` says what is to be done, ``environment`` does it, ``serial`` and ``processes`` vectorize it,
``measure`` times it, ``report`` is what is left of a run, ``compare`` sets two reports side by side. Nothing here
imports pufferlib, and nothing but this room imports numpy, which is an extra (``profilecheck[bench]``).
"""
