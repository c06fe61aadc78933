"""PC41: what dependency files and commands that install ask of PufferLib."""
