"""Training detectors by recipes: what to train on, the folder of a run, and how well it did."""
