"""The registry of datasets, where they are looked for, what is checked and what is read."""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from isocolon import datasets
from isocolon.datasets import DATASETS
from isocolon.datasets.check import Differences, check
from isocolon.datasets.places import cache, find, roots
from isocolon.document import Document
from isocolon.errors import ConfigurationError, DataError

SPLITS = ("training", "validation", "optimization", "test")


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hides this machine's own datasets and gives the cache that the tests have instead."""
    monkeypatch.delenv("ISOCOLON_DATA", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "isocolon"


# The contract of every dataset


@pytest.mark.parametrize("name", DATASETS)
def test_a_dataset_says_what_it_is(name: str) -> None:
    dataset = DATASETS[name]
    assert dataset.name == name
    assert dataset.title and dataset.licence and dataset.languages
    assert dataset.archive.startswith(f"{dataset.home}/")
    for citation in dataset.citations:
        assert citation.bibtex.startswith("@")
        assert citation.bibtex.count("{") == citation.bibtex.count("}")
        year = citation.text.split(". ")[1]
        assert f"year = {{{year}}}" in citation.bibtex


@pytest.mark.parametrize("name", DATASETS)
def test_every_file_has_a_checksum_and_one_place_in_the_repository(name: str) -> None:
    dataset = DATASETS[name]
    checksums = dataset.checksums()
    assert list(checksums) == sorted(checksums)
    assert all(len(bytes.fromhex(checksum)) == hashlib.sha256().digest_size for checksum in checksums.values())
    assert not any(Path(path).is_absolute() or ".." in Path(path).parts for path in checksums)
    assert Counter(dataset.sources().values()) == Counter(checksums.keys())


@pytest.mark.parametrize(
    ("name", "theirs", "ours"),
    [
        ("asp", "data/original/147.ann", "original/147.ann"),
        ("asp", "data/xml/tokenized/147_annotated.xml", "xml/tokenized/147_annotated.xml"),
        ("asp", "data/agreement-study/annotator-a/147_annotated.xml", "agreement-study/annotator-a/147_annotated.xml"),
        ("pse", "data/original/corrected/full/100.xml", "original/corrected/100.xml"),
        ("pse", "data/augmented/full/1.xml", "augmented/full/1.xml"),
        ("pse", "data/augmented/procedure/errata.txt", "augmented/procedure/errata.txt"),
    ],
)
def test_where_files_stand_in_the_repository(name: str, theirs: str, ours: str) -> None:
    assert DATASETS[name].sources()[theirs] == ours


@pytest.mark.parametrize(("name", "sizes"), [("asp", (55, 9, 7, 9)), ("pse", (286, 40, 41, 42))])
def test_the_official_split_has_every_document_once(name: str, sizes: tuple[int, ...]) -> None:
    dataset = DATASETS[name]
    assert tuple(dataset.splits()) == SPLITS
    assert tuple(len(dataset.ids(split)) for split in SPLITS) == sizes
    assert dataset.ids() == sorted({id for split in SPLITS for id in dataset.ids(split)}, key=int)
    assert len(dataset.ids()) == sum(sizes)


def test_names_that_do_not_exist() -> None:
    with pytest.raises(ConfigurationError, match=r"there is no dataset 'asp1'\. Did you mean 'asp'\?"):
        datasets.load("asp1")
    with pytest.raises(ConfigurationError) as error:
        datasets.load("asp", "train")
    assert str(error.value) == (
        "there is no split 'train'. Did you mean 'training'? The choices are: training, validation, optimization, test."
    )


# Where datasets are looked for


def test_a_named_root_is_the_only_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISOCOLON_DATA", str(tmp_path / "environment"))
    (tmp_path / "environment" / "asp").mkdir(parents=True)
    assert roots(tmp_path / "named") == [tmp_path / "named"]
    with pytest.raises(DataError):
        find("asp", tmp_path / "named")


def test_the_environment_goes_before_the_cache(nowhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert roots() == [nowhere]
    monkeypatch.setenv("ISOCOLON_DATA", str(tmp_path / "environment"))
    assert roots() == [tmp_path / "environment", nowhere]
    (nowhere / "asp").mkdir(parents=True)
    assert find("asp") == nowhere / "asp"
    (tmp_path / "environment" / "asp").mkdir(parents=True)
    assert find("asp") == tmp_path / "environment" / "asp"


def test_an_empty_variable_is_none(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISOCOLON_DATA", "")
    assert roots() == [nowhere]


def test_a_home_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert roots("~/corpora") == [Path.home() / "corpora"]
    monkeypatch.setenv("ISOCOLON_DATA", "~/corpora")
    assert roots()[0] == Path.home() / "corpora"


@pytest.mark.parametrize(
    ("platform", "variable", "value", "expected"),
    [
        ("linux", "XDG_CACHE_HOME", "/var/caches/me", Path("/var/caches/me/isocolon")),
        ("linux", "XDG_CACHE_HOME", "", Path("/home/me/.cache/isocolon")),
        ("linux", "XDG_CACHE_HOME", "relative", Path("/home/me/.cache/isocolon")),
        ("darwin", "XDG_CACHE_HOME", "/var/caches/me", Path("/home/me/Library/Caches/isocolon")),
        ("win32", "LOCALAPPDATA", "/local", Path("/local/isocolon")),
        ("win32", "LOCALAPPDATA", "", Path("/home/me/AppData/Local/isocolon")),
    ],
)
def test_the_cache_is_where_the_platform_wants_it(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, value: str, expected: Path
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    monkeypatch.setenv(variable, value)
    assert cache() == expected


def test_a_dataset_that_is_nowhere(nowhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISOCOLON_DATA", str(tmp_path / "environment"))
    with pytest.raises(DataError) as error:
        datasets.load("asp")
    assert str(error.value) == (
        "dataset 'asp' is not on this machine: "
        f"there is no folder {tmp_path / 'environment' / 'asp'} or {nowhere / 'asp'}. "
        "Get it with `isocolon data fetch asp`, or name the folder above it with data=… or ISOCOLON_DATA."
    )


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    (tmp_path / "asp").mkdir()
    with pytest.raises(DataError, match=r"15_annotated\.xml: cannot read it \(No such file or directory\)"):
        datasets.load("asp", data=tmp_path)


# Checking


def test_an_empty_folder_misses_everything(tmp_path: Path) -> None:
    differences = check(DATASETS["asp"], tmp_path)
    assert len(differences.missing) == 336
    assert str(differences) == "336 files are missing (agreement-study/annotator-a/147_annotated.xml, ...)"


def test_no_difference_is_false() -> None:
    assert not Differences()
    assert Differences(altered=("a",))


@pytest.mark.parametrize("name", DATASETS)
def test_the_published_dataset_is_as_published(request: pytest.FixtureRequest, name: str) -> None:
    assert check(DATASETS[name], request.getfixturevalue(f"{name}_path")) == Differences()


def test_missing_and_altered_files_are_named(asp_path: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(asp_path, tmp_path / "asp", copy_function=shutil.copyfile)
    (folder / "original" / "147.txt").unlink()
    with (folder / "original" / "148.txt").open("a") as file:
        file.write(" ")
    (folder / "original" / "mine.txt").write_text("Other files do not matter.")
    assert check(DATASETS["asp"], folder) == Differences(("original/147.txt",), ("original/148.txt",))


# Reading


def figures(documents: list[Document]) -> tuple[int, int, int, int, int]:
    parallelisms = [parallelism for document in documents for parallelism in document.parallelisms]
    return (
        len(documents),
        sum(len(document.sections) for document in documents),
        sum(len(document) for document in documents),
        len(parallelisms),
        sum(len(parallelism) for parallelism in parallelisms),
    )


@pytest.mark.parametrize(
    ("name", "published"),
    [("asp", (80, 477, 134_956, 2_062, 4_651)), ("pse", (409, 3_855, 241_203, 786, 2_153))],
)
def test_the_figures_of_the_paper(
    request: pytest.FixtureRequest, name: str, published: tuple[int, int, int, int, int]
) -> None:
    root = request.getfixturevalue(f"{name}_path").parent
    documents = datasets.load(name, data=root)
    assert figures(documents) == published
    assert [document.id for document in documents] == DATASETS[name].ids()
    assert {document.language for document in documents} == set(DATASETS[name].languages)


@pytest.mark.parametrize("name", DATASETS)
def test_a_part_of_the_split(request: pytest.FixtureRequest, name: str) -> None:
    root = request.getfixturevalue(f"{name}_path").parent
    documents = datasets.load(name, "test", data=root)
    assert [document.id for document in documents] == DATASETS[name].ids("test")
