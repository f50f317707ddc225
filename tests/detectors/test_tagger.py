"""The tagger, whole: a corpus learned by heart, whatever the network; and what it keeps in a folder."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install 'isocolon[train]'")

from torch.nn.utils.rnn import pack_sequence  # noqa: E402
from toy_corpus import RECIPE, document  # noqa: E402

from isocolon import languages  # noqa: E402
from isocolon.detectors.tagger import Tagger, forbidden, new_crf, words_of  # noqa: E402
from isocolon.document import Document, Parallelism  # noqa: E402
from isocolon.errors import ConfigurationError, ModelError  # noqa: E402
from isocolon.metrics import score  # noqa: E402
from isocolon.nn.checkpoint import save_tensors  # noqa: E402
from isocolon.schemes import SCHEMES  # noqa: E402
from isocolon.schemes.closed import tags_of  # noqa: E402

torch.set_num_threads(1)

GOLD = document("a")
SPLITS = {"training": [GOLD], "validation": [document("b")]}


def train(folder: Path, seed: int = 1, **changes: object) -> Tagger:
    return Tagger.train({**RECIPE, **changes}, folder, SPLITS, seed=seed)


def detect(tagger: Tagger, gold: Document = GOLD) -> Document:
    (found,) = tagger.detect([gold.with_parallelisms(())])
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"scheme": "bio-branch"},
        {"scheme": "biomje-branch", "constrained": True},
        {"handicaps": [-1.0, 0.0, 1.0]},
        {"encoder": {"name": "none"}, "embedding": {"name": "word", "size": 32, "unknown": 0.0}},
        {"encoder": {"name": "transformer", "hidden": 32, "layers": 1, "heads": 2, "dropout": 0.0}},
        {"embedding": {"name": "subword", "size": 16, "pieces": 60, "blender": "sum"}},
    ],
    ids=lambda changes: " ".join(f"{key}={value}" for key, value in changes.items()) or "plain",
)
def test_a_corpus_is_learned_by_heart(tmp_path: Path, changes: dict) -> None:
    found = detect(
        train(tmp_path, **changes, training={"rate": 0.03, "batch": 1, "epochs": 40, "patience": 10, "ties": False})
    )
    if changes.get("encoder") == {"name": "none"}:  # no context: branches, but not all of them
        assert score(predicted=found, gold=GOLD)["mwo"].f1 > 0.5
    else:
        assert score(predicted=found, gold=GOLD)["epm"].f1 == 1
    assert all(0 < parallelism.confidence <= 1 for parallelism in found.parallelisms)


def test_saved_and_loaded(tmp_path: Path) -> None:
    tagger = train(tmp_path)
    again = Tagger.load(tmp_path)
    assert [p.confidence for p in detect(again).parallelisms] == [p.confidence for p in detect(tagger).parallelisms]
    again.save(tmp_path / "copy")
    assert detect(Tagger.load(tmp_path / "copy")) == detect(tagger)
    assert not list(tmp_path.rglob("*.pt")) and not list(tmp_path.rglob("*.pkl"))


def test_same_seed_same_weights(tmp_path: Path) -> None:
    short = {"rate": 0.01, "batch": 2, "epochs": 3}
    runs = [tmp_path / name for name in "abc"]
    for folder, seed in zip(runs, (1, 1, 2), strict=True):
        train(folder, seed=seed, training=short, dropout=0.3)
    first, same, other = ((folder / "model.safetensors").read_bytes() for folder in runs)
    assert first == same != other


def test_sections_are_tagged_apart_and_decoded_together(tmp_path: Path) -> None:
    tagger = train(tmp_path)
    assert len(tagger._prepare([GOLD])) == 2
    assert detect(tagger).parallelisms == GOLD.parallelisms


def test_many_documents(tmp_path: Path) -> None:
    tagger = train(tmp_path, training={"epochs": 1})
    ids = [str(number) for number in range(70)]
    assert [found.id for found in tagger.detect(document(id) for id in ids)] == ids
    assert list(tagger.detect([])) == []
    assert list(tagger.detect([Document("nothing", "", ())])) == [Document("nothing", "", ())]


def test_what_training_texts_have_is_never_forbidden() -> None:
    scheme = SCHEMES["biomj-token"]
    odd = GOLD.with_parallelisms([Parallelism.of((0, 2))])  # a single branch: B I O is not of this scheme
    tags = tags_of([GOLD], scheme)
    assert ("I", "O") in forbidden(scheme, tags, [GOLD])
    assert ("I", "O") not in forbidden(scheme, tags, [GOLD, odd])


def test_a_constrained_crf_writes_only_what_the_scheme_can() -> None:
    scheme = SCHEMES["biomj-token"]
    tags = tags_of([GOLD], scheme)
    walls = forbidden(scheme, tags, [GOLD])
    crf = new_crf(tags, walls)
    best = crf.best(pack_sequence(list(torch.randn(30, 9, len(tags)))))
    for row in best.data.view(9, 30).T.tolist():
        path = ["<START>", *(tags[number] for number in row), "<STOP>"]
        assert not set(pairwise(path)) & walls


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scheme": "bioz-token"}, "there is no tagging scheme 'bioz-token'. Did you mean 'bio-token'"),
        ({"schema": "bio-token"}, "there is no key 'schema'. Did you mean 'scheme'"),
        ({"encoder": {"name": "lstn"}}, "there is no encoder 'lstn'. Did you mean 'lstm'"),
        (
            {"encoder": {"name": "lstm", "layer": 2}},
            r"\(lstm\): there is no key 'layer'. Did you mean 'layers'",
        ),
        ({"embedding": {"size": 2}}, "embedding: there is no name. The choices are: word, vectors, subword, bert"),
        ({"training": {"metric": "mbwo"}}, "there is no metric 'mbwo'. Did you mean 'mbawo'"),
        ({"training": {"rate": "fast"}}, "'fast' is no float"),
        ({"training": {"batch": 0}}, "training.batch is 0. Give a number above 0"),
        ({"dropout": 1.0}, "dropout is 1.0. Give a number from 0 up to, but not, 1"),
        ({"encoder": {"name": "lstm", "layers": 0}}, "encoder.layers is 0. Give a number above 0"),
        ({"encoder": {"name": "lstm", "hidden": 7}}, "encoder.hidden is 7. Two directions need an even number"),
        ({"encoder": {"name": "transformer", "dropout": 2.0}}, "encoder.dropout is 2.0. Give a number from 0"),
        ({"embedding": {"name": "word", "size": 0}}, "embedding.size is 0. Give a number above 0"),
        ({"embedding": {"name": "word", "unknown": -0.1}}, "embedding.unknown is -0.1. Give a number from 0"),
        ({"handicaps": []}, "there are no handicaps"),
    ],
)
def test_bad_recipes(tmp_path: Path, changes: dict, words: str) -> None:
    with pytest.raises(ConfigurationError, match=words):
        train(tmp_path / "run", **changes)
    assert not (tmp_path / "run").exists()


def test_lemmas_of_the_text_or_of_the_language() -> None:
    assert words_of(GOLD, lemmatize=False)[:2] == ("nox", "erat")
    stems = words_of(GOLD, lemmatize=True)
    assert stems[GOLD.words.index("puer")] == languages.find("la").lemma("puer")
    annotated = replace(GOLD, layers={"lemma": tuple(word.upper() for word in GOLD.words)})
    assert words_of(annotated, lemmatize=True)[:2] == ("NOX", "ERAT")


def test_not_a_run_folder(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no trained tagger: there is no recipe.toml. Make one with: isocolon train"):
        Tagger.load(tmp_path)


def test_weights_of_another_network(tmp_path: Path) -> None:
    train(tmp_path, training={"epochs": 1})
    tags = json.loads((tmp_path / "tags.json").read_text())
    tags["tags"].append("B-77")
    (tmp_path / "tags.json").write_text(json.dumps(tags))
    with pytest.raises(ModelError, match="are of another network than its recipe says"):
        Tagger.load(tmp_path)


def test_weights_of_another_version(tmp_path: Path) -> None:
    tagger = train(tmp_path, training={"epochs": 1})
    save_tensors(tmp_path / "model.safetensors", tagger.network.state_dict(), {"isocolon": "9.9.9"})
    with pytest.raises(ModelError, match=r"weights of isocolon 9.9.9, and this is .* Train the model again"):
        Tagger.load(tmp_path)


def test_broken_weights(tmp_path: Path) -> None:
    train(tmp_path, training={"epochs": 1})
    (tmp_path / "model.safetensors").write_bytes(b"pickle")
    with pytest.raises(ModelError, match="no safetensors file"):
        Tagger.load(tmp_path)
