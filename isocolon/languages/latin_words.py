"""Latin words that the ending alone cannot decide: which hide a second word, and which only seem to.

All are in normal form (lowercase, u for v, i for j). The tables follow the grammar and the frequencies of a corpus of
nineteen million words; only `AS_PUBLISHED` owes its being to one dataset.
"""

from __future__ import annotations

CLIPPED = {
    "abin": "abis",
    "adeon": "adeo",
    "ain": "ais",
    "audin": "audis",
    "audistin": "audisti",
    "credin": "credis",
    "dixin": "dixi",
    "egon": "ego",
    "haben": "habes",
    "itan": "ita",
    "iuben": "iubes",
    "meministin": "meministi",
    "mihin": "mihi",
    "nemon": "nemo",
    "nostin": "nosti",
    "nouistin": "nouisti",
    "pergin": "pergis",
    "potin": "potis",
    "satin": "satis",
    "scin": "scis",
    "tanton": "tanto",
    "tun": "tu",
    "uiden": "uides",
    "uidistin": "uidisti",
    "uin": "uis",
}
"""Questions in a clipped -n(e), with the word that asks: *satin* is *satisne*."""


def listed(words: str) -> frozenset[str]:
    """Returns the set of the words."""
    return frozenset(words.split())


AS_PUBLISHED = listed("""
    amen annon cain daemon germen moysen parasceuen pentecosten qeon salomon simeon simon sion symeon symon uerumtamen
""")
"""Words in which the ASP dataset (and so every model trained on it) has a question -n(e) that is none."""

ASKING = listed("""
    adeone eane egone ergone haecine hicine hocine hodiene huncine idcircone ideone illane illene ipsene istane istene
    itane maiorne meane mene mihine modone nemone nullane poterone quiane rectene semperne sibine sicine solane tamenne
    tantaene tantane tantone tibine tuane tune uerane uerene uidenturne uideturne
""")
"""Questions in -ne whose ending is as common in ablatives, vocatives and adverbs (*ratione*, *Romane*, *bene*)."""

WITH_EST = listed("difficilest domist facilest illest mihist necessest negotist similest tibist ubist")
"""Words merged with *est* whose ending is as common in compounds of *esse* (*potest*) and in broken words."""

WHOLE = listed("""
    aerumne aetne alumne amne ariadne auctumne autumne calumne calymne christine clitumne columne condemne contemne
    cycne cydne damne domne erumne euadne gymne hymne indemne insomne lamne lemne necne omne philistine pristine procne
    solemne sollemne somne temne uertumne ulne uolumne ymne
    august exhaust faust
""")
"""Words that end like a question or a merged *est* and are neither."""

ABBREVIATIONS = listed("cap cf cn cos coss etc kal lib procos scil")
"""Abbreviations in any case; the full stop belongs to them."""

CAPITALISED_ABBREVIATIONS = listed("""
    a b c d e f g h k l m n o p q r s t z ap app mam ser sex sp ti tib
    apr aug dec feb febr ian id iul iun mart nou oct sept
""")
"""First names and the calendar, when written with a capital; the full stop belongs to them.

I, V and X are left out as numerals, and *Non.* as a short answer more often than the Nones.
"""
