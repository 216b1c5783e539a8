"""Copies derived from original PDFs: stamped across, or two half sheets on one page. Originals are never
altered.

What is added is marked as an artifact and what was tagged stays tagged, with its headings and table
headers, so a copy reads as well aloud as the original does. The stamp's words go into the title, since an
artifact is silent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

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


def sheet(contents: Sequence[bytes], *, title: str, lang: str) -> bytes:
    """One PDF of several: pages half a Letter high go two to a page with a cutting line, others by
    themselves."""
    with Pdf.new() as pdf:
        document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, K=Array([])))
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot, K=Array([document])))
        document.P = root
        targets: list[_Target] = []
        free: _Target | None = None  # a page whose lower half is empty
        author = ""
        bookmarks: list[tuple[str, int]] = []
        for place, content in enumerate(contents):
            with Pdf.open(BytesIO(content)) as source:
                author = author or str(source.docinfo.get("/Author", ""))
                first = None
                kept = len(pdf.pages)
                pdf.pages.extend(source.pages)
                copies = [pdf.pages[number] for number in range(kept, len(pdf.pages))]
                tree = pdf.copy_foreign(source.Root.StructTreeRoot)
                moves: dict[tuple[int, int], tuple[_Target, int]] = {}
                for copy in copies:
                    if "/Annots" in copy:
                        raise ComposeError("a paper with links or form fields cannot share a sheet")
                    box = [float(value) for value in copy.mediabox]
                    half = abs(box[3] - box[1] - HALF) < 1
                    if half and free is not None:
                        target, up, free = free, 0.0, None
                    else:
                        target = _Target(
                            page=_blank(pdf, LETTER if half else (box[2] - box[0], box[3] - box[1]))
                        )
                        targets.append(target)
                        up = HALF if half else 0.0
                        free = target if half else None
                    first = target if first is None else first
                    offset = len(target.owners)
                    moves[copy.objgen] = (target, offset)
                    _place(
                        copy,
                        target,
                        prefix=f"S{place}p{len(target.contents)}",
                        offset=offset,
                        up=up,
                        half=half,
                    )
                    target.owners.extend(_owners(tree, copy))
                _adopt(tree, document, moves, prefix=f"{place}-")
                del pdf.pages[kept : kept + len(copies)]
                # The sheet's own pages were added behind the copies and have moved up.
                bookmarks.append(
                    (str(source.docinfo.get("/Title", "")), targets.index(first) if first else 0)
                )
        numbers = Array([])
        for number, target in enumerate(targets):
            target.page.Contents = pdf.make_stream(b"".join(target.contents))
            target.page.StructParents = number
            target.page.Tabs = Name.S
            numbers.extend([number, pdf.make_indirect(Array(target.owners))])
        root.ParentTree = pdf.make_indirect(Dictionary(Nums=numbers))
        pdf.Root.StructTreeRoot = root
        pdf.Root.MarkInfo = Dictionary(Marked=True)
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        with pdf.open_outline() as outline:
            outline.root.extend(pikepdf.OutlineItem(words, number) for words, number in bookmarks)
        pdf.remove_unreferenced_resources()
        return _save(pdf, title=title, author=author, lang=lang)


def _blank(pdf: Pdf, size: tuple[float, float]) -> Page:
    pdf.add_blank_page(page_size=size)
    page = pdf.pages[-1]
    page.Resources = Dictionary()
    return page


def _place(copy: Page, target: _Target, *, prefix: str, offset: int, up: float, half: bool) -> None:
    """Draw the page `copy` on `target`, its resources renamed and its marked contents renumbered."""
    if half and not target.contents:
        target.contents.append(CUT_LINE)
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
                operands[which] = Dictionary({**operand, "/MCID": int(operand.MCID) + offset})
        drawn.append(pikepdf.ContentStreamInstruction(operands, Operator(operator)))
    body = pikepdf.unparse_content_stream(drawn)
    target.contents.append(b"q 1 0 0 1 0 %d cm\n%b\nQ\n" % (int(up), body))


def _owners(tree: Object, copy: Page) -> Iterable[Object]:
    """The struct elements of a page's marked contents, in the order of their numbers."""
    numbers = tree.ParentTree.Nums
    key = int(copy.StructParents)
    for place in range(0, len(numbers), 2):
        if int(numbers[place]) == key:
            return list(numbers[place + 1])
    return []


def _adopt(tree: Object, document: Object, moves: dict[Any, tuple[_Target, int]], *, prefix: str) -> None:
    """Hang a paper's structure below `document` as a section, with its references led to the new pages."""
    section = tree.K[0] if isinstance(tree.K, Array) else tree.K
    section.S = Name.Sect
    section.P = document
    document.K.append(section)
    waiting = [section]
    while waiting:
        element = waiting.pop()
        target, offset = None, 0
        if "/Pg" in element:
            target, offset = moves[element.Pg.objgen]
            element.Pg = target.page.obj
        if "/ID" in element:
            element.ID = pikepdf.String(prefix + str(element.ID))
        if "/A" in element and "/Headers" in element.A:
            element.A.Headers = Array([pikepdf.String(prefix + str(header)) for header in element.A.Headers])
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
