"""No address in a paper is followed: neither one that got past the escaping, nor one in a style."""

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from weasyprint.urls import URLFetchingError, fetch

from freeport_animals.documents import render
from freeport_animals.documents.render import render_pdf
from tests.documents.cast import license_pdf, text_of

SECRET = "the-secret-of-the-server"


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """A web server of this machine, and the paths that anybody asked it for."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(SECRET.encode())

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def templates(tmp_path: Path, settings: object) -> Path:
    """A directory whose templates are found beside the project's."""
    engines = [{**settings.TEMPLATES[0], "DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path]}]
    settings.TEMPLATES = engines
    return tmp_path


def test_even_unescaped_markup_reaches_nothing(
    listener: tuple[str, list[str]], templates: Path, tmp_path: Path
) -> None:
    address, asked = listener
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET)
    style = tmp_path / "secret.css"
    style.write_text(f'body::before {{ content: "{SECRET}" }}')
    picture = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
        f"<image href='{secret.as_uri()}' width='9' height='9'/>"
        f"<image href='{address}/inner.png' width='9' height='9'/></svg>"
    )
    (templates / "hostile.html").write_text(
        f"""<!doctype html><html lang="en"><head><base href="{address}/"><title>x</title>
        <link rel="stylesheet" href="{address}/style.css">
        <link rel="stylesheet" href="{style.as_uri()}">
        <link rel="attachment" href="{secret.as_uri()}"><link rel="attachment" href="/etc/hostname">
        <style>@import "{address}/import.css"; @import "{style.as_uri()}";
        @font-face {{ font-family: X; src: url({address}/font.ttf) }}
        p {{ background: url({address}/bg.png) }}
        p::after {{ content: url({secret.as_uri()}) }}</style></head>
        <body><h1>Paper</h1><p style="background: url(//127.0.0.1/x)">kept</p>
        <img alt="a" src="{address}/image.png"><img alt="b" src="{secret.as_uri()}">
        <img alt="c" src="relative.png">
        <img alt="d" src="data:text/html,{SECRET}"><object data="{secret.as_uri()}"></object>
        <embed src="{address}/embed.svg"><iframe src="{address}/frame"></iframe>
        <img alt="e" src="data:image/svg+xml,{quote(picture)}">
        <svg viewBox="0 0 9 9"><title>f</title><use href="{address}/use.svg#a"/>
        <image href="{address}/in.png"/></svg>
        </body></html>"""
    )
    content = render_pdf("hostile.html", {}, title="Hostile", lang="en")
    assert "kept" in text_of(content)
    assert SECRET not in text_of(content) and SECRET.encode() not in content
    assert b"EmbeddedFile" not in content
    assert asked == []


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/",
        "https://example.com/x.png",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "ftp://127.0.0.1/x",
        "paper:x",
        "data:text/plain,x",
        "data:,x",
        "/etc/passwd",
        "",
    ],
)
def test_the_fetcher_refuses(address: str) -> None:
    with pytest.raises(URLFetchingError), fetch(render._press().fetcher, address):
        pass


def test_a_picture_written_out_in_its_address_is_drawn() -> None:
    with fetch(render._press().fetcher, "data:image/svg+xml,%3Csvg/%3E") as answer:
        assert answer.read() == b"<svg/>"


def test_the_owner_of_a_license_reaches_nothing(listener: tuple[str, list[str]]) -> None:
    from freeport_animals.documents import papers

    address, asked = listener
    typed = f"<img src={address}/a> url({address}/b) {address}/c"
    content = license_pdf(
        owner=papers.Party(name=typed, address_lines=(typed,)), validity_url=f"{address}/valid/X"
    )
    assert asked == []
    assert "<imgsrc=" in text_of(content).replace(" ", "")
