"""The stems of Latin words: what is left without the longest ending that leaves three letters.

Endings of all declensions and conjugations, cut without a dictionary (compare Schinke et al. 1996). Forms of one word
mostly meet in one stem, and few different words do; that is all that evidence asks of it.
"""

from __future__ import annotations

from functools import lru_cache

from isocolon.languages.latin_words import listed

NOUNS = listed("""
    a ae am arum as is e em ei erum ebus es i o um orum os us u ui uum ibus ubus ium ia iorum iis ius iae iam ias io ios
    ior ioris iorem iores iora ioribus issimus issima issimum issime issimi issimo issimae issimam issimos issimas
    iter ter nter ntis nti ntem nte ntes ntium ntia ntibus ns ntur ndi ndo ndum ndus nda ndae ndam ndis ndos ndas
    andi ando andum andus anda andae andam endi endo endum endus enda endae endam antis anti antem ante antes antium
    antia antibus ans entis enti entem ente entes entium entia entibus ens
    atus ata atum ati ato atae atam atos atas atis atorum itus ita itum iti ito itae itam itos itas itis itorum
    aturus atura aturum aturi iturus itura iturum ituri
""")
VERBS = listed("""
    i isti it imus istis erunt ere eram eras erat eramus eratis erant ero eris erit erimus eritis erint erim issem isses
    isset issemus issetis issent isse aui auisti auit auimus auistis auerunt auerat auerant auerit auerint auisse
    auisset iui iuisti iuit iuimus iuistis iuerunt iuerat iuerit iuisse uit uerunt uerat uerit uisse uisset
    o as at amus atis ant or aris atur amur amini antur es et emus etis ent eor eris etur emur emini entur eo
    is imus itis unt iunt io itur imur iuntur untur ar er ir are ere ire ari eri iri arent aret eret erent iret irent
    abam abas abat abamus abatis abant abatur abantur ebam ebas ebat ebamus ebatis ebant ebatur ebantur iebat iebant
    abo abis abit abimus abitis abunt abitur abuntur ebo ebis ebit ebimus ebitis ebunt ebitur am iam iat iant iet ient
    ate ete ite ato eto ito arem ares aremus erem eres eremus eretur aretur
""")
ENDINGS = NOUNS | VERBS
LONGEST = max(map(len, ENDINGS))
KEPT = 3
"""How many letters a stem has at least."""


@lru_cache(maxsize=1 << 17)
def stem(norm: str) -> str:
    """Returns the stem of a word in normal form; -que falls off with the ending.

    >>> [stem(word) for word in "dominorum dominus dicunt dicebat nomina".split()]
    ['domin', 'domin', 'dic', 'dic', 'nomin']
    """
    word = norm[:-3] if len(norm) > 5 and norm.endswith("que") else norm
    for size in range(min(LONGEST, len(word) - KEPT), 0, -1):
        if word[-size:] in ENDINGS:
            return word[:-size]
    return word
