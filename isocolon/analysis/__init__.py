"""Studies of corpora and results: statistics, balanced splits, agreement, significance, errors, and their plots."""
