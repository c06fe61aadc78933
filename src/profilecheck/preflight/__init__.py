"""A config before its launch on several machines: which nodes there are, what each has, and the verdict on each."""
