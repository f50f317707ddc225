"""TEI: what is read of an edition, and annotation that points back into it."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from strategies import everything, parallelisms

from isocolon import formats
from isocolon.document import Document, Kind, Parallelism, Span, Token
from isocolon.errors import DataError, DataWarning
from isocolon.files import read_xml
from isocolon.formats.tei import TEI
from isocolon.formats.tei.pointers import Pointers
from isocolon.formats.tei.reading import read_reading_text

NS = "http://www.tei-c.org/ns/1.0"
XML = "{http://www.w3.org/XML/1998/namespace}"


def tei(text: str, header: str = "", attributes: str = "") -> str:
    """Returns a TEI file around the content of a text."""
    return f'<TEI xmlns="{NS}">{header}<text{attributes}>{text}</text></TEI>'


def reading(text: str) -> str:
    """Returns the reading text of the content of a text."""
    return read_reading_text(etree.fromstring(f'<text xmlns="{NS}">{text}</text>')).text


READINGS = [
    ("<body><p>Ueni uidi uici</p></body>", "Ueni uidi uici", "the plain case"),
    ("<body>\n <p>Ueni,\n  uidi</p>\n</body>", "\n Ueni,\n  uidi\n", "white space stays"),
    ("<p>ueni</p><p>uidi</p>", "ueni\nuidi", "paragraphs part words"),
    ("<p>ueni</p>\n<p>uidi</p>", "ueni\nuidi", "and add nothing where white space is"),
    ("<l>ar<hi>m</hi>a</l><l>uirum</l>", "arma\nuirum", "inline elements part nothing"),
    ("<p>uirtus<lb/>est</p>", "uirtus\nest", "a line break parts words"),
    ("<p>uir<lb break='no'/>tus</p>", "uirtus", "but not inside a word"),
    ("<p>uir-\n  <lb n='2' break='no'/>\n tus est</p>", "uirtus est", "whatever the encoder's layout"),
    ("<p>uir<pb break='no'/><lb/>tus</p>", "uirtus", "page and line break in one place"),
    ("<p>uir<pc force='weak'>-</pc><lb break='no'/>tus</p>", "uirtus", "a hyphen marked as weak"),
    ("<p>uir<!-- a comment -->tus</p>", "uirtus", "a comment inside a word"),
    ("<p>uir<?page 3?>tus</p>", "uirtus", "a processing instruction inside a word"),
    ("<p>uirtus<note>bona</note> est</p>", "uirtus est", "notes are left out"),
    ("<p>uir<note><p>a</p><p>b</p></note>tus</p>", "uirtus", "even inside a word"),
    ("<p><app><lem>arma</lem><rdg>alma</rdg></app> cano</p>", "arma cano", "the lemma is read"),
    ("<p>ar<app>\n <lem>m</lem>\n <rdg>n</rdg>\n</app>a</p>", "arma", "layout inside an apparatus entry"),
    ("<p><app><rdg>arma</rdg><rdg>alma</rdg></app></p>", "arma", "the first reading without a lemma"),
    ("<p><app><rdgGrp><rdg>arma</rdg><rdg>alma</rdg></rdgGrp></app></p>", "arma", "also in a group"),
    ("<p>a<app><lem/><rdg>b</rdg></app>c</p>", "ac", "a lemma may be empty"),
    ("<p><choice><sic>amra</sic><corr>arma</corr></choice></p>", "arma", "corrections are read"),
    ("<p><choice><orig>uirtvs</orig> <reg>uirtus</reg></choice></p>", "uirtus", "regular forms are read"),
    ("<p><choice><abbr>d.</abbr><expan>diuus</expan></choice></p>", "diuus", "expansions are read"),
    ("<p>d<choice><am>.</am><ex>iuus</ex></choice></p>", "diuus", "also of single letters"),
    ("<p><choice><seg>ueni</seg><seg>uidi</seg></choice></p>", "ueni", "the first of equals"),
    ("<p><sic>amra</sic> <abbr>d.</abbr></p>", "amra d.", "outside a choice all is read"),
    ("<p><subst><del>a</del> <add>b</add></subst><del>c</del></p>", "b", "deletions are not"),
    ("<p>a<fw>page 3</fw>b<figure><figDesc>c</figDesc></figure></p>", "ab", "nor running heads"),
    ("<p>a<gap><desc>worm</desc></gap>b</p>", "ab", "nor what describes"),
    ("<s><w>arma</w><w>uirum</w><w>que</w><pc>,</pc></s>", "arma\nuirum\nque,", "words without white space"),
    ("<s><w part='I'>uir</w><w part='F'>tus</w></s>", "uirtus", "parts of one word"),
    ("<p>天地</p><p>玄黃</p>", "天地\n玄黃", "any script"),
    ("<p>a&amp;b&#13;&lt;<![CDATA[<c>]]></p>", "a&b\r<<c>", "escapes and CDATA"),
    ("", "", "nothing"),
]


@pytest.mark.parametrize(("text", "expected", "why"), READINGS, ids=[why for *_, why in READINGS])
def test_reading_text(text: str, expected: str, why: str) -> None:
    assert reading(text) == expected, why


SECTIONS = [
    ('<div n="1"><p>a</p></div><div n="2"><p>b</p></div>', {"1": "a", "2": "b"}, "by number"),
    (
        '<div><div n="1"><head>x</head><div n="1"><p>a</p></div><div n="2">b</div></div></div>',
        {"1": "x", "1.1": "a", "1.2": "b"},
        "by the numbers around, as works are cited",
    ),
    ('<div xml:id="pr"><p>a</p></div><div n="1"><p>b</p></div>', {"pr": "a", "1": "b"}, "by id"),
    ('<div n="1"><p>a</p></div><div n="1"><p>b</p></div>', {"1": "a", "1-2": "b"}, "no id twice"),
    ("<div><div><p>a</p></div><div><p>b</p></div></div>", {"1.1": "a", "1.2": "b"}, "counted where nothing is said"),
    (
        '<p>a</p><p xml:id="b">b</p><p n="c">c<note><p>x</p></note> d</p>',
        {"1": "a", "b": "b", "c": "c d"},
        "paragraphs",
    ),
    ("<lg><l>a</l><l>b</l></lg><lg><lg><l>c</l></lg></lg>", {"1": "a b", "2": "c"}, "stanzas"),
    ("<l>a</l><l>b</l>", {"1": "a b"}, "one where there is nothing"),
]


@pytest.mark.parametrize(("text", "expected", "why"), SECTIONS, ids=[why for *_, why in SECTIONS])
def test_sections(text: str, expected: dict[str, str], why: str, tmp_path: Path) -> None:
    document = one(tmp_path, tei(f"<body>{text}</body>"))
    found = {section.id: " ".join(document.text_of(section.span).split()) for section in document.sections}
    assert found == expected, why


def one(folder: Path, content: str, name: str = "edition.xml", language: str | None = "la") -> Document:
    """Returns the only document of a file with this content."""
    path = folder / name
    path.write_text(content, encoding="utf-8")
    (document,) = formats.read(path, language=language)
    return document


HEADER = """<teiHeader><fileDesc><titleStmt><title>De bello
  Gallico</title><author>Caesar</author></titleStmt></fileDesc>
  <profileDesc><langUsage><language ident="la">Latin</language></langUsage></profileDesc></teiHeader>"""


def test_header(tmp_path: Path) -> None:
    document = one(tmp_path, tei("<body><p>Gallia est omnis</p></body>", HEADER), language=None)
    assert document.id == "edition"
    assert document.language == "la"
    path = (tmp_path / "edition.xml").as_posix()
    assert document.metadata == {"title": "De bello Gallico", "author": "Caesar", "tei.source": path}


@pytest.mark.parametrize(
    ("content", "language"),
    [
        (tei("<body><p>小草更绿</p></body>", HEADER, ' xml:lang="zh-Hans"'), "zh"),
        (tei('<body xml:lang="grc"><p>a</p></body>', HEADER), "grc"),
        (tei('<body><div type="edition" xml:lang="lat"><p>a</p></div></body>'), "la"),
        (tei("<body><p>the time to be born</p></body>", attributes=' xml:lang="x-nobody-knows"'), "en"),
        (tei("<body><p>a time to be born</p></body>").replace("<TEI", '<TEI xml:lang="de"'), "de"),
        ('<TEI.2><teiHeader/><text lang="la"><body><div1 n="1"><p>a</p></div1></body></text></TEI.2>', "la"),
        (f'<t:TEI xmlns:t="{NS}"><t:text xml:lang="en"><t:body><t:p>a</t:p></t:body></t:text></t:TEI>', "en"),
    ],
)
def test_language(content: str, language: str, tmp_path: Path) -> None:
    assert one(tmp_path, content, language=None).language == language


EDITION = f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- Cicero, In Catilinam I 1 -->
<TEI xmlns="{NS}" xmlns:m="http://example.org/m">
  {HEADER}
  <text xml:lang="la"><body>
    <div n="1" xml:id="c1">
      <head>Oratio <m:x><m:y>prima</m:y></m:x></head>
      <p>Abiit, ex<note place="foot">sic codd.</note>cessit,
         <app><lem>eu<lb break="no"/>asit</lem><rdg wit="#B">euadit</rdg></app>, eru<!-- p. 3 -->pit.</p>
      <p>Non feram,<note>non</note> non patiar,<lb/>non sinam</p><p>O tempora, o mores!</p>
    </div>
  </body></text>
</TEI>
"""


def annotated(document: Document) -> Document:
    """Returns the sample edition with parallelisms inside, across and around elements."""
    words = document.words

    def branches(*firsts: str) -> Parallelism:
        starts = [words.index(word) for word in firsts]
        return Parallelism(tuple(Span(start, start + 2) for start in starts), Kind.CHIASTIC, 0.25)

    whole = Parallelism((Span(0, len(words)),))
    across = Parallelism.of((0, 3), (words.index("sinam"), words.index("sinam") + 3), kind=Kind.SYNCHYSTIC)
    return document.with_parallelisms([branches("abiit", "excessit", "euasit", "erupit"), across, whole])


def resolve(target: str, folder: Path) -> str:
    """Returns what a pointer points to, by lxml's XPath and the words of the Guidelines: a second opinion."""
    file, _, pointer = target.partition("#")
    root = etree.parse(folder / file).getroot()
    match = re.fullmatch(r"string-range\(([^,]+),([-\d,]+)\)", pointer)
    assert match
    path = re.sub(r"/(?=[^*])", "/tei:", match[1]) if match[1].startswith("/") else f"//*[@xml:id='{match[1]}']"
    (element,) = root.xpath(path, namespaces={"tei": NS})
    text = "".join(element.xpath(".//text()"))
    numbers = [int(number) for number in match[2].split(",")]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert all(start >= 0 and start + length <= len(text) for start, length in pairs)
    return "".join(text[start : start + length] for start, length in pairs)


def test_stand_off(tmp_path: Path) -> None:
    document = annotated(one(tmp_path, EDITION, "cic.xml"))
    assert " ".join(document.text.split()).startswith("Oratio prima Abiit, excessit, euasit, erupit. Non feram, non")
    (path,) = formats.write([document], tmp_path, "tei")
    assert path == tmp_path / "cic.standoff.xml"
    assert (tmp_path / "cic.xml").read_text(encoding="utf-8") == EDITION
    written = path.read_text(encoding="utf-8")
    assert 'target="cic.xml#string-range(/TEI/text[1]/body[1]/div[1]/p[1],7,2,18,7)">excessit,<' in written
    assert 'cert="0.25"' in written
    assert "string-range(c1," in written, "an id is used where there is one"
    (back,) = formats.read(path)
    assert everything(back) == everything(document)
    spans = etree.parse(path).getroot().iter(f"{{{NS}}}span")
    texts = [document.text_of(branch) for parallelism in document.parallelisms for branch in parallelism]
    for span, text in zip(spans, texts, strict=True):
        pointed = resolve(span.get("target"), tmp_path)
        assert "".join(pointed.split()) == "".join(text.split())


def test_stand_off_in_another_folder(tmp_path: Path) -> None:
    (tmp_path / "my editions").mkdir()
    document = annotated(one(tmp_path / "my editions", EDITION, "cic#1.xml"))
    (content,) = TEI().render(document, tmp_path / "out").values()
    assert 'target="../my%20editions/cic%231.xml"' in content
    (tmp_path / "out").mkdir()
    assert [p.branches for p in one(tmp_path / "out", content, "cic.standoff.xml").parallelisms] == [
        p.branches for p in document.parallelisms
    ]


def test_stand_off_without_parallelisms(tmp_path: Path) -> None:
    document = one(tmp_path, EDITION, "cic.xml", language="de")
    (path,) = formats.write([document], tmp_path, "tei")
    assert everything(*formats.read(path)) == everything(document)


CORPUS = f"""<teiCorpus xmlns="{NS}"><teiHeader/>
<TEI xml:id="a"><teiHeader/><text><body><p>ueni uidi</p></body></text></TEI>
<TEI><teiHeader/><text><body><p>arma uirum</p></body></text></TEI></teiCorpus>"""


def test_corpus(tmp_path: Path) -> None:
    (tmp_path / "c.xml").write_text(CORPUS)
    documents = list(formats.read(tmp_path / "c.xml", language="la"))
    assert [(d.id, d.text) for d in documents] == [("c-a", "ueni uidi"), ("c-2", "arma uirum")]
    marked = [d.with_parallelisms([Parallelism.of((0, 1), (1, 2))]) for d in documents]
    paths = formats.write(marked, tmp_path / "out", "tei")
    for path, document in zip(paths, marked, strict=True):
        (back,) = formats.read(path)
        assert everything(back) == everything(document)


def test_extra_metadata(tmp_path: Path) -> None:
    document = one(tmp_path, EDITION, "cic.xml")
    more = Document(
        document.id,
        document.text,
        document.tokens,
        "la",
        document.sections,
        metadata={**document.metadata, "a": "b\r\n"},
    )
    (path,) = formats.write([more], tmp_path, "tei")
    assert everything(*formats.read(path)) == everything(more)
    assert "Caesar" not in path.read_text(encoding="utf-8")


WORDS = st.sampled_from(["arma", "uirum", "que", " ", "\n  ", ", ", "天", "𠀀", "e\u0301", "&amp;"])
NAMES = st.sampled_from(
    ["p", "l", "hi", "seg", "note", "app", "lem", "rdg", "choice", "sic", "corr", "div", "w", "del"]
)
EMPTIES = st.sampled_from(["<lb/>", "<lb break='no'/>", "<pb break='no'/>", "<!-- c -->", "<?pi?>", "<gap/>"])


def elements(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Strategy: an element around some content, sometimes with an id."""
    ids = st.sampled_from(["", "", " xml:id='a'", " n='1'"])
    return st.tuples(NAMES, ids, st.lists(inner, max_size=5)).map(lambda t: f"<{t[0]}{t[1]}>{''.join(t[2])}</{t[0]}>")


def distinct(content: str) -> str:
    """Returns the content with no id twice."""
    return re.sub("xml:id='a'", lambda match: f"xml:id='a{match.start()}'", content)


CONTENT = (
    st.lists(st.recursive(st.one_of(WORDS, EMPTIES), elements, max_leaves=25), max_size=6).map("".join).map(distinct)
)


@given(CONTENT, st.data())
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_edition(content: str, data: st.DataObject) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        document = one(folder, tei(f"<body>x {content}</body>"), "e.xml")
        edges = range(len(document) + 1)
        document = document.with_parallelisms(data.draw(parallelisms(edges)))
        (path,) = formats.write([document], folder, "tei")
        assert everything(*formats.read(path)) == everything(document)
        texts = [document.text_of(branch) for p in document.parallelisms for branch in p]
        for span, text in zip(etree.parse(path).getroot().iter(f"{{{NS}}}span"), texts, strict=True):
            assert "".join(resolve(span.get("target"), folder).split()) == "".join(text.split())


@given(CONTENT)
@settings(max_examples=100, deadline=None)
def test_every_character_has_one_place(content: str) -> None:
    text = etree.fromstring(f"<text>{content}</text>")
    found = read_reading_text(text)
    stream = "".join(text.xpath(".//text()"))
    for i, letter in enumerate(found.text):
        stretches = found.stream(i, i + 1)
        assert [stream[a:b] for a, b in stretches] == [letter] or (letter == "\n" and not stretches)
        assert not stretches or found.place(*stretches[0]) == (i, i + 1)


def test_ids_that_cannot_be_pointed_to() -> None:
    parser = etree.XMLParser(collect_ids=False)
    root = etree.fromstring("<TEI><p xml:id='a'/><p xml:id='a'/><p xml:id='b,c'/><p xml:id='d-1'/></TEI>", parser)
    assert [Pointers(root).address(p) for p in root] == ["/TEI/p[1]", "/TEI/p[2]", "/TEI/p[3]", "d-1"]


def alone(text: str, **others: object) -> Document:
    """Returns a document that is of no edition."""
    from isocolon import languages

    return Document("x", text, tuple(languages.find("la").tokenize(text)), "la", **others)  # type: ignore[arg-type]


def test_standing_alone(tmp_path: Path) -> None:
    document = alone("Ueni &\r\nuidi", metadata={"title": "Omnia <mea>"})
    (path,) = formats.write([document], tmp_path / "a.tei.xml", "tei")
    written = path.read_text(encoding="utf-8")
    segment = '<seg type="section" xml:id="s1" n="1">Ueni &amp;&#13;\nuidi</seg>'
    assert f'<text xml:lang="la"><body><ab xml:id="text" xml:space="preserve">{segment}</ab></body></text>' in written
    (back,) = formats.read(path)
    assert (back.id, back.text, back.metadata) == ("a.tei", document.text, {"title": "Omnia <mea>"})


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (alone("ueni\x0cuidi"), r"document 'x' holds '\x0c' at character 4, which XML cannot hold"),
        (alone("ueni", metadata={"a": "\ufffe"}), "document 'x' holds '\ufffe' at character 0, which XML cannot hold"),
    ],
)
def test_forbidden_characters(document: Document, message: str) -> None:
    with pytest.raises(DataError) as caught:
        TEI().render(document)
    assert message.replace("\ufffe", r"\ufffe") in str(caught.value)


def test_edition_gone(tmp_path: Path) -> None:
    document = one(tmp_path, EDITION, "cic.xml")
    (tmp_path / "cic.xml").unlink()
    with pytest.warns(DataWarning, match="document 'cic' is written with its text, not as stand-off.*cannot read it"):
        (path,) = formats.write([document], tmp_path, "tei")
    (back,) = formats.read(path)
    assert (path.name, back.text, back.sections) == ("cic.xml", document.text, document.sections)


def test_edition_changed_before_writing(tmp_path: Path) -> None:
    document = one(tmp_path, EDITION, "cic.xml")
    (tmp_path / "cic.xml").write_text(EDITION.replace("Abiit", "Abit"), encoding="utf-8")
    with pytest.warns(DataWarning, match="the edition has another text or other sections by now"):
        assert list(TEI().render(document)) == [".xml"]


def standing_off(span: str, group: str = "") -> str:
    """Returns stand-off annotation somebody else could have written."""
    return f'<TEI xmlns="{NS}"><standOff><spanGrp type="parallelism"{group}>{span}</spanGrp></standOff></TEI>'


def test_annotation_by_others(tmp_path: Path) -> None:
    edition = tei('<body><p><w xml:id="w1">ueni</w> <w xml:id="w2">uidi</w> <w xml:id="w3">uici</w></p></body>')
    (tmp_path / "e.xml").write_text(edition)
    spans = '<span target="e.xml#w1 e.xml#w2">first</span><span target="e.xml#xpath(/TEI/text/body/p/w[3])"/>'
    document = one(tmp_path, standing_off(spans, ' cert="high"'), "a.xml")
    assert document.parallelisms == (Parallelism.of((0, 2), (2, 3)),)
    assert document.parallelisms[0].confidence is None


@pytest.mark.parametrize(
    ("span", "group", "message"),
    [
        ('<span target="none.xml#a"/>', "", "a.xml: the edition 'none.xml' is not there. Put it at"),
        ('<span target="http://example.org/e.xml#a"/>', "", "is no file beside this one. Save the edition beside"),
        ('<span target="/etc/e.xml#a"/>', "", "the edition '/etc/e.xml' is no file beside this one"),
        ('<span target="e.xml#b"/>', "", "a.xml, line 1: 'b' is no element of the edition. We follow ids, and paths"),
        ('<span target="e.xml#xpath(//p)"/>', "", "'//p' is no element of the edition"),
        ('<span target="e.xml#string-range(/TEI/text/body/p[2],0,3)"/>', "", "'/TEI/text/body/p[2]' is no element"),
        ('<span target="e.xml#string-range(p,90,3)"/>', "", "'string-range(p,90,3)' points to no part of the reading"),
        ('<span target="e.xml#n"/>', "", "the pointer 'n' points to no part of the reading text"),
        ('<span target="e.xml#p f.xml#p"/>', "", "'f.xml#p' points into another file than e.xml"),
        ('<span target="e.xml#p"/><span/>', "", "a.xml, line 1: <span> has no attribute 'target'"),
        ('<span target="e.xml#p"/>', ' subtype="odd"', "a parallelism of subtype 'odd'. We know synchystic, chiastic"),
        ('<span target="e.xml#p"/>', ' cert="much"', "a certainty of 'much'. A number between 0 and 1 was expected"),
        ('<span target="e.xml#p"/>', ' cert="1.5"', "a confidence of 1.5. Confidences lie between 0 and 1"),
        ('<span target="e.xml#p"/><span target="e.xml#p"/>', "", "of one parallelism overlap"),
        ("", "", "there is no text in it. A <text>, or a <standOff> that points into one, was expected"),
    ],
)
def test_annotation_that_fails(span: str, group: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "e.xml").write_text(tei('<body><p xml:id="p">ueni<note xml:id="n">c</note> uidi</p></body>'))
    with pytest.raises(DataError) as caught:
        one(tmp_path, standing_off(span, group), "a.xml")
    assert message in str(caught.value)


def test_edition_changed_before_reading(tmp_path: Path) -> None:
    document = annotated(one(tmp_path, EDITION, "cic.xml"))
    (path,) = formats.write([document], tmp_path, "tei")
    (tmp_path / "cic.xml").write_text(EDITION.replace("Abiit", "Abit"), encoding="utf-8")
    with pytest.raises(DataError, match=r"the annotation says 'Oratio.*The text has changed since; annotate it anew"):
        list(formats.read(path))


def test_a_section_of_more_than_ten_million_characters(tmp_path: Path) -> None:
    text = "a" * 10_000_001
    document = Document("x", text, (Token(0, len(text), text),), "und").with_parallelisms([Parallelism.of((0, 1))])
    formats.write([document], tmp_path / "out", "tei")
    root = read_xml(tmp_path / "out" / "x.xml")
    assert text in "".join(root.itertext("*"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (f"<!DOCTYPE TEI [<!ENTITY x 'y'>]>{tei('<body><p>a &x; b</p></body>')}", "the XML uses the entity &x;"),
        (tei("<body><p>a"), "malformed XML"),
        (f'<TEI xmlns="{NS}"><teiHeader/></TEI>', "there is no text in it"),
    ],
)
def test_files_that_fail(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "e.xml").write_text(content)
    with pytest.raises(DataError) as caught:
        list(formats.read(tmp_path / "e.xml", "tei"))
    assert message in str(caught.value)


def test_wrong_root(tmp_path: Path) -> None:
    (tmp_path / "e.xml").write_text("<html/>")
    with pytest.raises(DataError, match=r"the root is <html>. One of TEI, TEI.2, teiCorpus, teiCorpus.2 was expected"):
        list(formats.read(tmp_path / "e.xml", "tei"))


def test_deep_nesting(tmp_path: Path) -> None:
    deep = one(tmp_path, tei("<body><p>" + "<hi>" * 200 + "ueni" + "</hi>" * 200 + " uidi</p></body>"))
    assert deep.text == "ueni uidi"


@pytest.mark.parametrize(
    ("head", "is_tei"),
    [
        (f'<?xml version="1.0"?>\n<TEI xmlns="{NS}">', True),
        ("\ufeff<!-- <html> --><?xml-model href='x'?>\n<TEI>", True),
        ('<!DOCTYPE TEI.2 SYSTEM "x.dtd" [<!ENTITY a "b">]><TEI.2>', True),
        ("<t:teiCorpus xmlns:t='x'>", True),
        ("<TEI/>", True),
        ("<html><TEI>", False),
        ("<TEIS>", False),
        ("<!-- <TEI> -->", False),
        ("<!---->" * 500, False),
        ("ueni uidi <TEI>", False),
    ],
)
def test_recognises(head: str, is_tei: bool) -> None:
    assert TEI().recognises(Path("a.xml"), head) is is_tei
