"""Copies derived from original PDFs: stamped across, or two half sheets on one page. Originals are never
altered.

What is added is marked as an artifact and what was tagged stays tagged, with its headings and table
headers, so a copy reads as well aloud as the original does. The stamp's words go into the title, since an
artifact is silent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Operator, Page, Pdf

LETTER = (612.0, 792.0)  # points
HALF = 396.0
PDFUA = "http://www.aiim.org/pdfua/ns/id/"
RESOURCES = ("/Font", "/XObject", "/ExtGState", "/Pattern", "/Shading", "/ColorSpace", "/Properties")
# Operators whose operands name a resource, and of which kind.
NAMING = {
    "Tf": "/Font",
    "Do": "/XObject",
    "gs": "/ExtGState",
    "sh": "/Shading",
    "cs": "/ColorSpace",
    "CS": "/ColorSpace",
    "scn": "/Pattern",
    "SCN": "/Pattern",
    "BDC": "/Properties",
    "DP": "/Properties",
}
CUT_LINE = b"/Artifact <</Type /Layout>> BDC q 0.6 G 0.5 w [2 4] 0 d 0 396 m 612 396 l S Q EMC\n"


class ComposeError(ValueError):
    """A PDF is not one of ours: it has links or forms, which a sheet cannot carry over."""


def page_count(content: bytes) -> int:
    """How many pages a PDF has."""
    with Pdf.open(BytesIO(content)) as pdf:
        return len(pdf.pages)


def stamp(content: bytes, *, words: Sequence[str], note: str, title: str) -> bytes:
    """A copy of `content` with `words` across every page and `note` in small type at its foot."""
    from freeport_animals.documents.render import stamp_pdf

    with Pdf.open(BytesIO(content)) as pdf:
        marks: dict[tuple[float, float], Object] = {}
        for page in pdf.pages:
            box = [float(value) for value in page.mediabox]
            size = (box[2] - box[0], box[3] - box[1])
            if size not in marks:
                with Pdf.open(BytesIO(stamp_pdf(words=words, note=note, size=size))) as drawn:
                    marks[size] = pdf.copy_foreign(drawn.pages[0].as_form_xobject())
            name = page.add_resource(marks[size], Name.XObject, Name("/Stamp"))
            page.contents_add(b"q\n", prepend=True)
            page.contents_add(
                f"\nQ /Artifact <</Type /Pagination /Subtype /Watermark>> BDC q {name} Do Q EMC\n".encode()
            )
        return _save(pdf, title=f"{title} ({', '.join(words)})")


def _save(pdf: Pdf, *, title: str, author: str = "", lang: str = "") -> bytes:
    """Write the copy with its own title; the same copy made twice is the same file but for its time."""
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=True) as about:
        about.register_xml_namespace(PDFUA, "pdfuaid")
        about["dc:title"] = title
        if author:
            about["dc:creator"] = [author]
        about[f"{{{PDFUA}}}part"] = "1"
    if lang:
        pdf.Root.Lang = pikepdf.String(lang)
    target = BytesIO()
    pdf.save(target, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return target.getvalue()


# --- two half sheets on one page ---------------------------------------------------------------------------


@dataclass
class _Target:
    """A page of the sheet under way: the contents so far, and whom its marked contents belong to."""

    page: Page
    contents: list[bytes] = field(default_factory=list)
    owners: list[Object] = field(default_factory=list)  # the struct element of each MCID


class _Move(NamedTuple):
    """Where a page went: how far its marked contents were renumbered, and how many points it moved up."""

    target: _Target
    offset: int
    up: float


def sheet(contents: Sequence[bytes], *, title: str, lang: str) -> bytes:
    """One PDF of several, in their order: pages half a Letter high go two to a page with a cutting line,
    others
    by themselves."""
    with Pdf.new() as pdf:
        under_way = _Sheet(pdf)
        for content in contents:
            with Pdf.open(BytesIO(content)) as source:
                under_way.add(source)
        under_way.finish()
        return _save(pdf, title=title, author=under_way.author, lang=lang)


class _Sheet:
    """A sheet under way: its pages, and the structure of the papers on it, each a section of one document."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf = pdf
        self.document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, K=Array([])))
        self.root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot, K=Array([self.document])))
        self.document.P = self.root
        self.targets: list[_Target] = []
        self.free: _Target | None = None  # the last page, while its lower half is empty
        self.bookmarks: list[tuple[str, int]] = []
        self.author = ""

    def add(self, source: Pdf) -> None:
        """Put a paper's pages on the sheet."""
        self.author = self.author or str(source.docinfo.get("/Author", ""))
        # The copies join the file so that their structure can be copied with its references to them.
        kept = len(self.pdf.pages)
        self.pdf.pages.extend(source.pages)
        copies = [self.pdf.pages[number] for number in range(kept, len(self.pdf.pages))]
        tree = self.pdf.copy_foreign(source.Root.StructTreeRoot)
        moves: dict[Any, _Move] = {copy.objgen: self._move(copy, tree) for copy in copies}
        _adopt(tree, self.document, moves)
        del self.pdf.pages[kept : kept + len(copies)]
        first = moves[copies[0].objgen].target
        self.bookmarks.append((str(source.docinfo.get("/Title", "")), self.targets.index(first)))

    def _move(self, copy: Page, tree: Object) -> _Move:
        if "/Annots" in copy:
            raise ComposeError("a paper with links or form fields cannot share a sheet")
        box = [float(value) for value in copy.mediabox]
        size = (box[2] - box[0], box[3] - box[1])
        half = abs(size[1] - HALF) < 1
        up = 0.0
        if half and self.free is not None:
            target, self.free = self.free, None
        else:
            target = _Target(_blank(self.pdf, LETTER if half else size))
            self.targets.append(target)
            self.free = target if half else None
            if half:
                up = HALF
                target.contents.append(CUT_LINE)
        move = _Move(target, len(target.owners), up)
        _draw(copy, move, prefix=f"P{len(self.bookmarks)}n{len(target.contents)}")
        target.owners.extend(_owners(tree, copy))
        return move

    def finish(self) -> None:
        """Write the pages' contents, the structure tree and the bookmarks."""
        numbers: Any = Array([])
        for number, target in enumerate(self.targets):
            target.page.Contents = self.pdf.make_stream(b"".join(target.contents))
            target.page.StructParents = number
            target.page.Tabs = Name.S
            numbers.extend([number, self.pdf.make_indirect(Array(target.owners))])
        self.root.ParentTree = self.pdf.make_indirect(Dictionary(Nums=numbers))
        self.pdf.Root.StructTreeRoot = self.root
        self.pdf.Root.MarkInfo = Dictionary(Marked=True)
        self.pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        with self.pdf.open_outline() as outline:
            outline.root.extend(pikepdf.OutlineItem(words, number) for words, number in self.bookmarks)
        self.pdf.remove_unreferenced_resources()


def _blank(pdf: Pdf, size: tuple[float, float]) -> Page:
    pdf.add_blank_page(page_size=size)
    page = pdf.pages[-1]
    page.Resources = Dictionary()
    return page


def _draw(copy: Page, move: _Move, *, prefix: str) -> None:
    """Draw the page `copy` on its target, its resources renamed and its marked contents renumbered."""
    target = move.target
    resources = copy.Resources
    for kind in RESOURCES:
        if kind in resources:
            held = target.page.Resources.get(kind)
            if held is None:
                held = target.page.Resources[kind] = Dictionary()
            for name, value in resources[kind].items():
                held[f"/{prefix}{name[1:]}"] = value
    drawn = []
    for instruction in pikepdf.parse_content_stream(copy):
        operands, operator = list(instruction.operands), str(instruction.operator)
        if operator in NAMING:
            last = len(operands) - 1
            which = 0 if operator == "Tf" else last
            operand = operands[which] if operands else None
            if isinstance(operand, Name) and not (
                operator in ("cs", "CS") and str(operand).startswith("/Device")
            ):
                operands[which] = Name(f"/{prefix}{str(operand)[1:]}")
            elif operator == "BDC" and isinstance(operand, Dictionary) and "/MCID" in operand:
                operands[which] = Dictionary({**operand, "/MCID": int(operand.MCID) + move.offset})
        drawn.append(pikepdf.ContentStreamInstruction(operands, Operator(operator)))
    body = pikepdf.unparse_content_stream(drawn)
    target.contents.append(b"q 1 0 0 1 0 %d cm\n%b\nQ\n" % (int(move.up), body))


def _owners(tree: Object, copy: Page) -> list[Object]:
    """The struct elements of a page's marked contents, in the order of their numbers."""
    numbers = tree.ParentTree.Nums
    key = int(copy.StructParents)
    for place in range(0, len(numbers), 2):
        if int(numbers[place]) == key:
            return list(numbers[place + 1])
    return []


def _adopt(tree: Object, document: Object, moves: dict[Any, _Move]) -> None:
    """Hang a paper's structure below `document` as a section, with its references led to the new pages."""
    section = tree.K[0] if isinstance(tree.K, Array) else tree.K
    section.S = Name.Sect
    section.P = document
    document.K.append(section)
    waiting = [section]
    while waiting:
        element = waiting.pop()
        offset = 0
        if "/Pg" in element:
            target, offset, up = moves[element.Pg.objgen]
            element.Pg = target.page.obj
            if "/A" in element and "/BBox" in element.A:
                left, bottom, right, top = (float(value) for value in element.A.BBox)
                element.A.BBox = Array([left, bottom + up, right, top + up])
        children = element.get("/K")
        if children is None:
            continue
        if not isinstance(children, Array):
            children = element.K = Array([children])
        for place, child in enumerate(children):
            if isinstance(child, int):
                children[place] = child + offset
            else:
                waiting.append(child)
