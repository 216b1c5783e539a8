"""From a template and a frozen context to an accessible PDF (PDF/UA-1).

WeasyPrint costs about fifty megabytes, so it is imported when the first paper is made. Nothing is fetched
while a paper is made, neither from the network nor from the disk: styles are handed over as text, typefaces
come from `fonts`, pictures stand in the page itself.
"""

import contextlib
import datetime as dt
import hashlib
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.template.loader import get_template

from freeport_animals.documents import fonts
from freeport_animals.documents.text import needs_telling, printable

if TYPE_CHECKING:
    from weasyprint import CSS, Document
    from weasyprint.urls import URLFetcher

STYLES = Path(__file__).resolve().parent / "styles"
PIXEL = 0.75  # of a CSS pixel in points
VERSION = 1  # raise it when the same template and context would come out differently

# Pango's font map is one per process and not made for two threads at once; the work holds Python's lock
# anyway.
_press_lock = threading.Lock()


class RenderError(RuntimeError):
    """The paper could not be made from its template and context."""


class _Press:
    """What is made once per process: the faces found, the styles parsed, and a fetcher that refuses
    everything."""

    def __init__(self) -> None:
        os.environ["FONTCONFIG_FILE"] = str(fonts.prepare() / "fonts.conf")
        from weasyprint.text.fonts import FontConfiguration

        self.fonts: FontConfiguration = FontConfiguration()
        self.fetcher: URLFetcher = _refusing_fetcher()
        self.styles: dict[str, CSS] = {}

    def style(self, name: str) -> "CSS":
        """The parsed style sheet `styles/<name>.css`."""
        if name not in self.styles:
            from weasyprint import CSS

            text = (STYLES / f"{name}.css").read_text(encoding="utf-8")
            self.styles[name] = CSS(string=text, font_config=self.fonts, url_fetcher=self.fetcher)
        return self.styles[name]


def _refusing_fetcher() -> "URLFetcher":
    from weasyprint.urls import URLFetcher

    class Refuse(URLFetcher):
        """Whatever address stands in a paper, nobody follows it: no network, no file of the server.

        A picture written out in the address itself is no fetching, and the styles have some.
        """

        def fetch(self, url: str, headers: Any = None) -> Any:
            if not url.startswith("data:image/"):
                raise ValueError("papers fetch nothing")
            return super().fetch(url, headers)

    return Refuse(allowed_protocols=("data",), allow_redirects=False)


@lru_cache(maxsize=1)
def _press() -> _Press:
    return _Press()


def warm_up() -> None:
    """Do now what the first paper of the day would wait a second for: load the printing, find the faces,
    parse the styles. A server calls it before it forks, so that its workers share what is loaded.
    """
    with _press_lock:
        press = _press()
        for file in sorted(STYLES.glob("*.css")):
            press.style(file.stem)
    stamp_pdf(words=["WARM"], note="warm", size=(612.0, 396.0))


def render_pdf(template: str, context: Mapping[str, Any], *, title: str, lang: str) -> bytes:
    """The PDF of `template` filled with `context`: tagged, with its title, the city as author and its
    language.

    `context["created"]` (ISO moment) becomes the date of the file, so the same context gives the same bytes.
    Raises RenderError when the result has no page.
    """
    # The template names its style sheets beside the base one: {# styles: half license #}
    chosen = get_template(template)
    markup = printable(chosen.render({**context, "lang": lang, "title": title}))
    names = ("base", *_styles_of(template))
    with _press_lock:
        press = _press()
        from weasyprint import HTML

        document = HTML(string=markup, base_url="paper:", url_fetcher=press.fetcher).render(
            font_config=press.fonts,
            stylesheets=[press.style(name) for name in names],
            pdf_variant="pdf/ua-1",
        )
        if not document.pages:
            raise RenderError(f"{template} printed no page")
        about = document.metadata
        about.title = title
        about.lang = lang
        about.authors = [str(context.get("city", {}).get("name") or settings.CITY["name"])]
        about.generator = "Freeport Animal Control"
        about.created = about.modified = _created(context)
        content = document.write_pdf(pdf_variant="pdf/ua-1", finisher=partial(_finish, _listen(document)))
        large = any("CJK" in str(font.family) for font in document.fonts.values())
    if large:
        del document
        _give_back_memory()
    return content


def _give_back_memory() -> None:
    """Hand freed memory back to the system: the face for Chinese, Japanese and Korean is twenty megabytes,
    and
    C's allocator would keep as much for the life of the worker."""
    import ctypes

    with contextlib.suppress(OSError, AttributeError):  # only glibc has it, and nothing depends on it
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def _listen(document: "Document") -> dict[tuple[int, int], str]:
    """What each piece of text beyond the Latin letters says, by page and number of the marked content;
    filled in
    while the pages are painted."""
    said: dict[tuple[int, int], str] = {}

    def listening(paint: Callable[..., None], page: int) -> Callable[..., None]:
        def paint_and_note(stream: Any, scale: float = 1) -> None:
            paint(stream, scale=scale)
            for box, mark in stream._tags.items():
                if hasattr(box, "pango_layout") and needs_telling(box.text):
                    said[page, mark["mcid"]] = box.text

        return paint_and_note

    for number, page in enumerate(document.pages):
        page.paint = listening(page.paint, number)
    return said


def _finish(said: Mapping[tuple[int, int], str], document: "Document", pdf: Any) -> None:
    """Put right what WeasyPrint leaves loose in its structure tree.

    Glyphs are drawn from left to right and accents after their letters, so that an Arabic name would be
    read out backwards: its element is told what is `said`. Table headers get their scope in place of pairs
    of identifiers (which would need an index that is not there), and the boxes of figures, given in pixels
    from the top of the page, are told in points from its bottom.
    """
    import pydyf

    pages = {reference: number for number, reference in enumerate(pdf.page_references)}
    objects: dict[Any, Any] = {
        item.reference: item for item in pdf.objects if isinstance(item, pydyf.Dictionary)
    }
    heights = {
        reference: item["MediaBox"] for reference, item in objects.items() if item.get("Type") == "/Page"
    }
    for element in objects.values():
        if element.get("Type") != "/StructElem":
            continue
        element.pop("ID", None)
        if len(element["K"]) == 1 and isinstance(element["K"][0], int):
            words = said.get((pages[element["Pg"]], element["K"][0]))
            if words:
                element["ActualText"] = pydyf.String(words)
        about = element.get("A")
        if about is not None:
            about.pop("Headers", None)
        if element["S"] == "/TH":
            group = objects[objects[element["P"]]["P"]]
            about["Scope"] = "/Column" if group["S"] == "/THead" else "/Row"
        elif element["S"] == "/Figure":
            bottom, top = heights[element["Pg"]][1], heights[element["Pg"]][3]
            left, upper, right, lower = (value * PIXEL for value in about["BBox"])
            about["BBox"][:] = [left, bottom + top - lower, right, bottom + top - upper]


def stamp_pdf(*, words: Sequence[str], note: str, size: tuple[float, float]) -> bytes:
    """One transparent page of `size` (points) with `words` large across it and `note` small at its foot.

    It is not tagged, since it is laid over a page as an artifact.
    """
    markup = printable(get_template("documents/stamp.html").render({"words": list(words), "note": note}))
    width, height = size
    with _press_lock:
        press = _press()
        from weasyprint import CSS, HTML

        page = CSS(
            string=f"@page {{ size: {width}pt {height}pt }} body {{ width: {width}pt; height: {height}pt }} "
            f".across {{ top: {height * 0.36 - 20 * len(words)}pt }}",
            url_fetcher=press.fetcher,
        )
        return HTML(string=markup, base_url="paper:", url_fetcher=press.fetcher).write_pdf(
            font_config=press.fonts, stylesheets=[press.style("base"), press.style("stamp"), page]
        )


def _created(context: Mapping[str, Any]) -> str | None:
    """The moment of issue as WeasyPrint takes it, or None."""
    created = context.get("created")
    if not created:
        return None
    return dt.datetime.fromisoformat(str(created)).replace(microsecond=0).isoformat()


# --- which sources a paper is made from -------------------------------------------------------------------

_STYLES = re.compile(r"\{#\s*styles:\s*([a-z_ -]+?)\s*#\}")
_PARTS = re.compile(r"""\{%\s*(?:extends|include)\s+["']([^"']+)["']""")


def _source(template: str) -> str:
    return str(get_template(template).template.source)  # type: ignore[attr-defined]


@lru_cache(maxsize=64)
def _styles_of(template: str) -> tuple[str, ...]:
    found = _STYLES.search(_source(template))
    return tuple(found[1].split()) if found else ()


@lru_cache(maxsize=64)
def template_version(template: str) -> str:
    """SHA-256 (hex) over the template, the parts it extends or includes, its styles, the faces and this
    module."""
    from importlib.metadata import version

    digest = hashlib.sha256(f"{VERSION} {fonts.VERSION} weasyprint {version('weasyprint')}".encode())
    waiting, seen = [template], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        source = _source(name)
        digest.update(f"\n{name}\n{source}".encode())
        waiting += _PARTS.findall(source)
        for style in ("base", *_styles_of(name)):
            if style not in seen:
                seen.add(style)
                digest.update((STYLES / f"{style}.css").read_bytes())
    return digest.hexdigest()
