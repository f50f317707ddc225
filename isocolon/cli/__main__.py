"""`python -m isocolon.cli`: the same as `isocolon`."""

from isocolon.cli import main

main()
