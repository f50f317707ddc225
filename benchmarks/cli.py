"""How fast is the command line? Ratios against bare Python on the same machine in the same run.

    python benchmarks/cli.py [start|throughput|memory ...] [--model latin] [--megabytes 1 4] [--text corpus.txt]

- `isocolon --help` beside `python -c pass`: at most 12 times as long.
- `isocolon detect` on one sermon, cold start included, beside `python -c "import numpy"`: at most 6 times as long.
- Tokens a second on one core from raw text, tokenization included, for a text once, 10 and 100 times as long.
- The most memory that a run takes over a folder of texts, and over one file, of growing size. Texts as long as sermons
  are cut from `--text`, or else the sample is repeated.

Times are processor time, the least of several runs; trust the ratios rather than the times.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

ROOT = Path(__file__).parents[1]
SAMPLE = (ROOT / "examples" / "texts" / "augustine.txt").read_text(encoding="utf-8")
SERMON = "\n\n".join([SAMPLE] * 18)
"""About 1,700 tokens, as many as the sermons of ASP have on average."""
RUNS = 5


def seconds(*arguments: str) -> float:
    """Returns the least processor time of some runs of a fresh Python with these arguments."""
    return min(run(*arguments)[0] for _ in range(RUNS))


def run(*arguments: str) -> tuple[float, float]:
    """Returns the processor time that a fresh Python with these arguments takes, and its most memory in MiB."""
    command = [sys.executable, *arguments]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    assert status == 0, f"failed: {' '.join(arguments)}"
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def start_up(model: str, folder: Path) -> None:
    """Prints how long the command line takes to start and to do one thing."""
    sermon = folder / "sermon.txt"
    sermon.write_text(SERMON, encoding="utf-8")
    bare, numpy = seconds("-c", "pass"), seconds("-c", "import numpy")
    help_page = seconds("-m", "isocolon.cli", "--help")
    detect = seconds("-m", "isocolon.cli", "detect", str(sermon), "--language", "la", "--model", model)
    print(f"isocolon --help: {help_page:.2f} s, {help_page / bare:.1f} × `python -c pass` (at most 12)")
    print(f"isocolon detect on a sermon: {detect:.2f} s, {detect / numpy:.1f} × `import numpy` (at most 6)")


def throughput(model: str) -> None:
    """Prints how many tokens a second are done, for texts of growing length."""
    from isocolon.models.loading import detect

    detect(SERMON, "la", model)  # the model is loaded, and every table made
    for times in (1, 10, 100):
        start = process_time()
        tokens = len(detect("\n\n".join([SERMON] * times), "la", model))
        spent = process_time() - start
        print(f"{times:>4} × a sermon, {tokens:>8,} tokens: {tokens / spent:>8,.0f} tokens a second (at least 4,000)")


def memory(model: str, folder: Path, sizes: list[float], text: str) -> None:
    """Prints the most memory of runs over so many megabytes, in many files and in one."""
    size = len(SERMON)
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    for megabytes in sizes:
        corpus = folder / f"corpus-{megabytes:g}"
        corpus.mkdir()
        enough = list(islice(cycle(pieces), round(megabytes * 1e6 / size)))
        for number, piece in enumerate(enough):
            (corpus / f"{number}.txt").write_text(piece, encoding="utf-8")
        (folder / f"one-{megabytes:g}.txt").write_text("\n\n".join(enough), encoding="utf-8")
        for name, path in (("many files", corpus), ("one file", folder / f"one-{megabytes:g}.txt")):
            arguments = ["detect", str(path), "--language", "la", "--model", model, "--format", "brat"]
            spent, most = run("-m", "isocolon.cli", *arguments, "--out", str(folder / f"out-{path.name}"))
            print(f"{megabytes:>5g} MB in {name}: {most:,.0f} MiB at most, {spent:.1f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help="start, throughput, memory; all without a name")
    parser.add_argument("--model", default="latin")
    parser.add_argument("--megabytes", type=float, nargs="*", default=[0.5, 2])
    parser.add_argument("--text", type=Path, help="a Latin text to cut a corpus from")
    options = parser.parse_args()
    text = options.text.read_text(encoding="utf-8") if options.text else SERMON
    with TemporaryDirectory() as folder:
        parts = {
            "start": lambda: start_up(options.model, Path(folder)),
            "throughput": lambda: throughput(options.model),
            "memory": lambda: memory(options.model, Path(folder), options.megabytes, text),
        }
        for name in options.parts or parts:
            parts[name]()


if __name__ == "__main__":
    main()
