"""PC2xx: the vectorization of 3.0."""
