"""Speed and accuracy on this machine, as ratios: `python -m benchmarks`."""
