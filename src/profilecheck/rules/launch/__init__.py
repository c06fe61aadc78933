"""PC7: command lines that launch PufferLib."""
