"""PC4: what a Python file imports and uses of PufferLib."""
