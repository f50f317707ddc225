"""What people know of words by heart: little words by class, irregular words by form, endings by sense.

Scores do without such tables; sentences said to a person do not: that *eras* and *eram* both begin with e is true, and
not what anybody would say of two forms of *sum*. All words are in normal form (Latin with u for v).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from isocolon.languages import FUNCTION_WORDS
from isocolon.languages.latin_words import listed

CLASSES = {
    "la": {
        "prepositions": "a ab abs ad ante apud circa contra cum de e ex extra in infra inter intra iuxta ob per post "
        "prae praeter pro prope propter sine sub super supra trans ultra",
        "conjunctions": "ac an at atque aut autem donec dum enim ergo et etsi igitur itaque nam ne nec neque nisi "
        "quamuis quia quod quoniam sed seu si siue tamen ut uel uero",
        "negations": "non haud numquam nusquam nihil nemo",
    },
    "en": {
        "adverbs": "ahead away back down here now off out then there up",
        "articles": "a an the",
        "auxiliaries": "can could may might must shall should will would",
        "conjunctions": "although and because but if nor or so than though unless when where while yet",
        "negations": "neither never no nobody none not nothing",
        "possessives": "her his its my our their your mine ours theirs yours",
        "prepositions": "about above across after against along among around at before behind below beneath beside "
        "between beyond by during for from in into near of on onto over past since through "
        "throughout toward towards under until upon with within without",
        "pronouns": "he him i it me she that them these they this those us we what which who whom whose you",
        "particles": "to",
    },
}
"""The closed classes of words, by language."""

PARADIGMS = {
    "la": {
        "ab": "a ab abs",
        "ex": "e ex",
        "sum": "sum es est sumus estis sunt eram eras erat eramus eratis erant ero eris erit erimus eritis erunt sim "
        "sis sit simus sitis sint essem esses esset essemus essent esse esto fui fuisti fuit fuimus fuistis "
        "fuerunt fuerat fuerant fuerit fuerint fuisse fuisset futurus futura futurum",
        "possum": "possum potes potest possumus potestis possunt poteram poteras poterat poterant potero poteris "
        "poterit poterunt possim possis possit possimus possint possem posses posset possent posse potui "
        "potuit potuerunt",
        "edo": "edo edis edit edimus editis edunt edere edam edas edat edamus edatis edant",
        "eo": "eo imus itis eunt ibam ibat ibant ibo ibis ibit ibunt eat eant ire iui iuit iit ierunt isse",
        "fero": "fero fers fert ferimus fertis ferunt ferebat feret ferre ferret tuli tulit tulerunt tulisse latus "
        "latum",
        "uolo": "uolo uis uult uolumus uultis uolunt uolebam uolebat uolet uelim uelis uelit uellem uellet uelle "
        "uolui uoluit",
        "nolo": "nolo nonuis nonuult nolumus nolunt nolebat nolit nollem nollet nolle noluit noli nolite",
        "fio": "fio fis fit fimus fiunt fiebat fiet fiat fiant fieri fierent fieret",
        "do": "do das dat damus datis dant dabam dabat dabo dabit dabunt det dent dare dedi dedisti dedit dedimus "
        "dederunt dederat dedisse datus data datum datur dantur",
        "deus": "deus dei deo deum di dii deorum dis diis deos",
        "magnus": "magnus magna magnum magni magnae magno magnam magnorum magnarum magnis magnos magnas maior maius "
        "maioris maiori maiorem maiore maiores maiora maiorum maioribus maximus maxima maximum maximi maximae maximo "
        "maximam maximorum maximarum maximis maximos maximas",
        "bonus": "bonus bona bonum boni bonae bono bonam bonorum bonarum bonis bonos bonas melior melius melioris "
        "meliori meliorem meliore meliores meliora meliorum melioribus optimus optima optimum optimi optimae optimo "
        "optimam optimorum optimarum optimis optimos optimas",
        "res": "res rei rem re rerum rebus",
        "ego": "ego mei mihi me",
        "tu": "tu tui tibi te",
        "nos": "nos nobis",
        "uos": "uos uobis",
        "se": "se sese sibi sui",
        "meus": "meus mea meum meae meo meam meorum mearum meis meos meas",
        "tuus": "tuus tua tuum tuae tuo tuam tuorum tuarum tuis tuos tuas",
        "suus": "suus sua suum suae suo suam suorum suarum suis suos suas",
        "noster": "noster nostra nostrum nostri nostrae nostro nostram nostrorum nostrarum nostris nostros nostras",
        "uester": "uester uestra uestrum uestri uestrae uestro uestram uestrorum uestrarum uestris uestros uestras",
        "hic": "hic haec hoc huius huic hunc hanc hac hi hae horum harum his hos has",
        "ille": "ille illa illud illius illi illum illam illo illae illorum illarum illis illos illas",
        "iste": "iste ista istud istius isti istum istam isto istae istorum istis istos istas",
        "is": "is ea id eius ei eum eam eorum earum eis eos eas",
        "ipse": "ipse ipsa ipsum ipsius ipsi ipsam ipso ipsae ipsorum ipsarum ipsis ipsos ipsas",
        "qui": "qui quae quod cuius cui quem quam quo qua quorum quarum quibus quos quas quis quid",
    },
    "en": {
        "be": "be am is are was were been being",
        "have": "have has had having",
        "do": "do does did done doing",
        "go": "go goes going went gone",
        "come": "come comes coming came",
        "see": "see sees seeing saw seen",
        "give": "give gives giving gave given",
        "take": "take takes taking took taken",
        "make": "make makes making made",
        "know": "know knows knowing knew known",
        "think": "think thinks thinking thought",
        "say": "say says saying said",
        "stand": "stand stands standing stood",
        "fight": "fight fights fighting fought",
        "build": "build builds building built",
        "bring": "bring brings bringing brought",
        "find": "find finds finding found",
        "keep": "keep keeps keeping kept",
        "hold": "hold holds holding held",
        "lose": "lose loses losing lost",
        "win": "win wins winning won",
        "rise": "rise rises rising rose risen",
        "fall": "fall falls falling fell fallen",
        "speak": "speak speaks speaking spoke spoken",
        "write": "write writes writing wrote written",
        "man": "man men",
        "woman": "woman women",
        "child": "child children",
    },
}
"""Words whose forms no stem shows to be one word's, by their headword."""
PRONOUNS = listed("ego tu nos uos se hic ille iste is ipse qui")
POSSESSIVES = listed("meus tuus suus noster uester")
"""The Latin headwords among them that are pronouns and possessives."""
LITTLE = {"la": listed("ab ex sum") | PRONOUNS | POSSESSIVES, "en": listed("be have do")}
"""The headwords that say little by themselves, by language."""

SENSES = (
    ("amus emus imus umus", "first person plural"),
    ("bam bas bat bamus batis bant", "imperfect"),
    ("auit euit iuit", "third person singular, perfect"),
    ("asti isti", "second person singular, perfect"),
    ("antur entur untur", "third person plural, passive"),
    ("atur etur itur", "third person singular, passive"),
    ("ant ent unt", "third person plural"),
    ("isse", "perfect infinitive"),
    ("are ire", "infinitive"),
    ("issimus issima issimum", "superlative"),
    ("orum arum", "genitive plural"),
    ("ibus", "dative or ablative plural"),
    ("antes entes ans ens", "present participle"),
    ("endum endi endo andum andi ando", "gerund or gerundive"),
)
"""What Latin endings mostly say, the first that fits."""
EXCEPTIONS = listed("""
    animus auarum carum clarum decorum extremus igitur intimus legitimus magnanimus maritimus maximus minimus optimus
    pessimus postremus postumus praeclarum primus proximus quando supremus ultimus unanimus
""")
"""Words that only seem to have such an ending."""
SUFFIXES = (
    "ation",
    "ition",
    "ness",
    "ment",
    "ship",
    "hood",
    "less",
    "able",
    "ible",
    "ing",
    "est",
    "ful",
    "ous",
    "ive",
    "ity",
    "ed",
    "ly",
    "er",
)
"""English endings, the longer first, that make or inflect words."""

REGULAR = frozenset(["", "s", "es", "ed", "ing", "'s"])


@lru_cache(maxsize=1 << 14)
def class_of(language: str, norm: str) -> str | None:
    """Returns the name of a little word's class, in the plural; None for other words.

    >>> class_of("la", "per"), class_of("la", "tibi"), class_of("en", "people")
    ('prepositions', 'pronouns', None)
    """
    if language == "la" and (head := headword(language, norm)) in PRONOUNS | POSSESSIVES:
        return "pronouns" if head in PRONOUNS else "possessives"
    return next((name for name, words in CLASSES.get(language, {}).items() if norm in words.split()), None)


@lru_cache(maxsize=1 << 14)
def headword(language: str, norm: str) -> str | None:
    """Returns the word of which this is an irregular form, if it is one.

    >>> headword("la", "eras"), headword("en", "went"), headword("la", "amas")
    ('sum', 'go', None)
    """
    return next((head for head, forms in PARADIGMS.get(language, {}).items() if norm in forms.split()), None)


@lru_cache(maxsize=1 << 14)
def is_little(language: str, norm: str) -> bool:
    """Whether a word says little by itself: a pronoun, a preposition, a form of *to be*.

    >>> is_little("en", "was"), is_little("de", "nicht"), is_little("en", "country")
    (True, True, False)
    """
    common = language not in CLASSES and norm in FUNCTION_WORDS.get(language, "").split()
    little = headword(language, norm) in LITTLE.get(language, ())
    return common or little or class_of(language, norm) is not None


@lru_cache(maxsize=1 << 14)
def ending_of(norm: str) -> tuple[str, str | None]:
    """Returns the ending of a Latin word with what it mostly says; nothing where no ending is known.

    >>> ending_of("quaerimus"), ending_of("optimus")
    (('imus', 'first person plural'), ('', None))
    """
    known = ((ending, sense) for endings, sense in SENSES for ending in endings.split() if ends_in(norm, ending))
    return ("", None) if norm in EXCEPTIONS else next(known, ("", None))


def ends_in(norm: str, ending: str) -> bool:
    """Whether a word ends so, with two letters or more before it."""
    return norm.endswith(ending) and len(norm) >= len(ending) + 2


def are_regular(stem: str, words: Iterable[str]) -> bool:
    """Whether English words are regular forms of one.

    >>> are_regular("law", ["law", "laws"]), are_regular("car", ["car", "care"])
    (True, False)
    """
    return len(stem) > 2 and all(word.removeprefix(stem) in REGULAR for word in words)


def suffix_of(norm: str) -> str | None:
    """Returns the ending that makes or inflects an English word.

    >>> suffix_of("walking"), suffix_of("kindness"), suffix_of("king")
    ('ing', 'ness', None)
    """
    return next((suffix for suffix in SUFFIXES if norm.endswith(suffix) and len(norm) >= len(suffix) + 3), None)
