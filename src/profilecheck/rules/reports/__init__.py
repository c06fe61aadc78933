"""Rules on reports of benchmarks: what makes a number one that others can believe and measure again."""
