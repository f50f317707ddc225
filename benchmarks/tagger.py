"""Training and decoding speed of the tagger against the same network trained the published way, on one core.

The twin goes through the texts as the published code does: a section at a time, a loop over its tokens for the CRF's
partition and another for the score of the gold tags, Adam over all embeddings after each section; for decoding, a loop
over tokens with a list of back pointers. Like the published code it records for gradients even then; how fast it would
decode without that is told beside it. Both begin with the same weights, and their losses and tags must agree.

Where the BiLSTM is wide, both spend most of their time in the same products of matrices, which no batch makes fewer:
the bound is what this core could do if nothing else took time.

    python benchmarks/tagger.py [--data FOLDER] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn

from isocolon import datasets
from isocolon.document import Document, Parallelism, Token
from isocolon.errors import DataError
from isocolon.nn.batching import pad
from isocolon.nn.crf import CRF
from isocolon.nn.embeddings.word import WordEmbedding, WordOptions
from isocolon.nn.encoders.lstm import LSTMEncoder, LSTMOptions
from isocolon.nn.loop import Example, TrainingOptions, train_epoch
from isocolon.nn.network import Network
from isocolon.schemes import SCHEMES, Scheme, encode
from isocolon.schemes.closed import tags_of

ROWS = (
    # scheme, size of the vectors, of the BiLSTM, its layers
    ("biomj-branch", 64, 32, 1),
    ("biomj-token", 64, 32, 1),
    ("biomj-token", 128, 64, 1),
    ("biomj-token", 128, 256, 1),
)
"""What is compared: a token scheme has three times the tags of a branch scheme. The last is learned-bilstm.toml's."""
BATCH = 32


class TokenLoop(nn.Module):
    """The twin: the same weights, one section and one token at a time."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        embedding, encoder = network.embedding, network.encoder
        self.table = nn.Embedding.from_pretrained(embedding.table.weight.detach().clone(), freeze=False)
        self.lstm = nn.LSTM(embedding.size, encoder.size // 2, len(encoder.forwards), bidirectional=True)
        self.lstm.load_state_dict(torch_weights(encoder))
        self.mapping = nn.Linear(encoder.size, len(network.crf.start))
        self.mapping.load_state_dict(network.mapping.state_dict())
        weights = (network.crf.transitions, network.crf.start, network.crf.stop)
        self.transitions, self.start, self.stop = (nn.Parameter(weight.detach().clone()) for weight in weights)

    def emissions(self, words: Tensor) -> Tensor:
        encoded: Tensor = self.mapping(self.lstm(self.table(words)[:, None])[0][:, 0])
        return encoded

    def forward(self, words: Tensor, tags: Tensor) -> Tensor:
        emissions = self.emissions(words)
        arrivals = self.transitions.T
        alphas = (self.start + emissions[0]).view(1, -1)
        for emission in emissions[1:]:
            moves = alphas + arrivals + emission.unsqueeze(-1)  # [T to, T from]
            peaks, _ = moves.max(-1)
            alphas = (peaks + torch.logsumexp(moves - peaks.unsqueeze(-1), dim=-1)).view(1, -1)
        partition = torch.logsumexp(alphas + self.stop, dim=-1)
        score = self.start[tags[0]] + emissions[0][tags[0]]
        for t, emission in enumerate(emissions[1:], start=1):
            score = score + self.transitions[tags[t - 1], tags[t]] + emission[tags[t]]
        return (partition - score - self.stop[tags[-1]])[0]

    def decode(self, words: Tensor) -> list[int]:
        emissions = self.emissions(words)
        arrivals = self.transitions.T
        scores = (self.start + emissions[0]).view(1, -1)
        pointers = []
        for emission in emissions[1:]:
            moves = scores + arrivals
            best = moves.argmax(-1)
            scores = (moves.gather(-1, best.unsqueeze(-1)).transpose(0, 1) + emission).view(1, -1)
            pointers.append(best.tolist())
        path = [int((scores + self.stop).argmax())]
        for pointer in reversed(pointers):
            path.append(pointer[path[-1]])
        return path[::-1]


def torch_weights(encoder: LSTMEncoder) -> dict[str, Tensor]:
    """Returns the weights of our BiLSTM under the names that torch's own has for them."""
    return {
        name.replace("l0", f"l{layer}") + suffix: value
        for parts, suffix in ((encoder.forwards, ""), (encoder.backwards, "_reverse"))
        for layer, part in enumerate(parts)
        for name, value in part.state_dict().items()
    }


def corpus(data: Path | None) -> list[Document]:
    """Returns ASP's training split, or where it is missing texts of the same shape."""
    try:
        return datasets.load("asp", "training", data)
    except DataError:
        return [invented(number) for number in range(60)]


def invented(number: int) -> Document:
    """Returns a text of 1,500 random words, with a parallelism in every fifty."""
    chance = random.Random(number)
    words = [f"w{min(int(chance.expovariate(0.0005)), 15_000)}" for _ in range(1500)]
    starts = [sum(len(word) + 1 for word in words[:k]) for k in range(len(words))]
    tokens = tuple(Token(at, at + len(word), word) for at, word in zip(starts, words, strict=True))
    found = [Parallelism.of((at, at + 4), (at + 6, at + 10)) for at in range(0, 1450, 50)]
    return Document(str(number), " ".join(words), tokens, "la", parallelisms=tuple(found))


def prepare(
    documents: list[Document], scheme: Scheme, size: int, hidden: int, layers: int
) -> tuple[Network, list[Example]]:
    """Returns an untrained network and the examples it is to learn."""
    torch.manual_seed(1)
    parts = [part for document in documents for part in document.split()]
    tags = {tag: number for number, tag in enumerate(tags_of(parts, scheme))}
    embedding = WordEmbedding.fit(WordOptions(size=size, unknown=0.0), (part.words for part in parts))
    encoder = LSTMEncoder(LSTMOptions(hidden=hidden, layers=layers), size)
    inputs = embedding.prepare([part.words for part in parts])
    coded = [torch.tensor([tags[t] for t in encode(p.parallelisms, len(p), scheme)[0]]) for p in parts]
    examples = [Example(*pair) for pair in zip(inputs, coded, strict=True)]
    return Network(embedding, encoder, CRF(len(tags))), examples


def alternately(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Returns the least processor time that each takes, in turns: the machine may be busy with other things."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for work, taken in zip((ours, theirs), times, strict=True):
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
    return min(times[0]), min(times[1])


def products_per_second(size: int = 1024) -> float:
    """Returns how many multiplications of two numbers this core does in a second inside a product of matrices."""
    matrix = torch.randn(size, size)
    taken, _ = alternately(lambda: matrix @ matrix, lambda: None, 5)
    return size**3 / taken


def products_per_token(network: Network) -> int:
    """Returns how many multiplications the matrices of a network need for a token; training needs three times that."""
    parts = (*network.encoder.parameters(), *network.mapping.parameters())
    return sum(weight.numel() for weight in parts if weight.dim() == 2)


def train_twin(twin: TokenLoop, examples: list[Example]) -> None:
    adam = torch.optim.Adam(twin.parameters(), lr=0.001)
    for words, tags in examples:
        loss = twin(words, tags)
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(twin.parameters(), 1.0)
        adam.step()


def compare(documents: list[Document], name: str, size: int, hidden: int, layers: int) -> dict[str, float | str]:
    """Returns tokens a second of both, and how far their losses and tags are apart."""
    network, examples = prepare(documents, SCHEMES[name], size, hidden, layers)
    twin = TokenLoop(network)
    some = examples[:: max(1, len(examples) // 24)]
    tokens, few = (sum(len(example.tags) for example in each) for each in (examples, some))
    bound = products_per_second() / products_per_token(network)
    agreement = agree(network, twin, some)
    inputs = [example.inputs for example in examples]
    decoding, twin_decoding = alternately(
        lambda: network.tag(network.scored(inputs)), lambda: [twin.decode(example.inputs) for example in some], 3
    )
    adam = torch.optim.Adam(network.parameters(), lr=0.001)
    training, twin_training = alternately(
        lambda: train_epoch(network, examples, adam, TrainingOptions(batch=BATCH), 1),
        lambda: train_twin(twin, some),
        2,
    )
    return {
        "scheme": name,
        "size": size,
        "hidden": hidden,
        "layers": layers,
        **agreement,
        "training": tokens / training,
        "twin_training": few / twin_training,
        "training_ratio": tokens / training / (few / twin_training),
        "training_bound": bound / 3,
        "decoding": tokens / decoding,
        "twin_decoding": few / twin_decoding,
        "decoding_ratio": tokens / decoding / (few / twin_decoding),
        "decoding_bound": bound,
    }


@torch.no_grad()
def agree(network: Network, twin: TokenLoop, some: list[Example]) -> dict[str, float | str]:
    """Returns how far apart the losses of both are, what part of their tags is the same, and the twin's bare speed."""
    network.eval()
    lengths = torch.tensor([len(example.tags) for example in some])
    ours = network(pad([e.inputs for e in some]), pad([e.tags for e in some]), lengths)
    theirs = torch.stack([twin(*example) for example in some])
    tagged = network.tag(network.scored([example.inputs for example in some]))
    decoded = [twin.decode(example.inputs) for example in some]
    same = sum(sum(map(int.__eq__, t.tags.tolist(), path)) for t, path in zip(tagged, decoded, strict=True))
    bare, _ = alternately(lambda: [twin.decode(example.inputs) for example in some], lambda: None, 2)
    return {
        "loss_difference": float((ours - theirs).abs().max() / theirs.abs().max()),
        "same_tags": same / int(lengths.sum()),
        "twin_decoding_without_recording": int(lengths.sum()) / bare,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder above asp/; ISOCOLON_DATA if not given")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    options = parser.parse_args()
    torch.set_num_threads(1)
    documents = corpus(options.data)
    rows = [compare(documents, *row) for row in ROWS]
    if options.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print(f"{row['scheme']}, vectors of {row['size']}, BiLSTM of {row['hidden']} x {row['layers']}")
        print(f"  losses differ by {row['loss_difference']:.1e} of themselves, {row['same_tags']:.3%} of tags agree")
        for what in ("training", "decoding"):
            ours, twin, ratio, bound = (row[key] for key in (what, f"twin_{what}", f"{what}_ratio", f"{what}_bound"))
            print(f"  {what}: {ours:,.0f} tokens a second against {twin:,.0f}: {ratio:.1f} times; bound {bound:,.0f}")
        print(f"  the twin decodes {row['twin_decoding_without_recording']:,.0f} tokens a second without recording")


if __name__ == "__main__":
    main()
