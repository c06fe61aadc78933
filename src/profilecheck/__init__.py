"""profilecheck: the compatibility checker for the generations of PufferLib."""

__version__ = "0.1.0"
