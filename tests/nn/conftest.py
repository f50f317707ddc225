"""One thread, so that tests are fast beside each other and the same everywhere. Without torch nothing here is run."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") else ["test_*.py"]

if find_spec("torch"):
    import torch

    torch.set_num_threads(1)
