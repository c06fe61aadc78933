"""Rules on what is said to profilecheck itself, in comments."""
