"""The final document of a study: numbers first, then pictures, what they mean, and how to check them."""
