"""Small studies whose every answer is enumerated, and what must hold of every figure of their estimates."""
