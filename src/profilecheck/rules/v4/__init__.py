"""PC3xx: the vectorization of 4.0."""
