# SPDX-License-Identifier: Apache-2.0
"""What Sphinx makes of the sources that pages.py lays out. Nothing on the site comes from elsewhere."""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
VERSION = (HERE.parent.parent / "Sources/Workflow/Host/Version.swift").read_text()

project = "cleanrules"
author = "the cleanrules authors"
release = re.search(r'static let text = "(.*)"', VERSION)[1]
language = "en"

extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_linkify_fuzzy_links = False
# Blocks are shown as they are: the YAML ones may be fragments, with mistakes in them on purpose.
suppress_warnings = ["misc.highlighting_failure"]
highlight_language = "text"
smartquotes = False

html_theme = "furo"
html_title = f"cleanrules {release}"
html_favicon = str(HERE / "static/icon.svg")
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False
html_theme_options = {
    "light_css_variables": {"font-stack": "system-ui, sans-serif", "font-stack--monospace": "ui-monospace, monospace"},
    "top_of_page_buttons": [],
    "footer_icons": [],
}
# Coloured so that each word can be read, on light and on dark.
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


# What the theme leaves to be mended, so that everybody can use the pages.
MENDED = [
    # What scrolls sideways is reached by the keyboard, too.
    ("<pre>", '<pre tabindex="0">'),
    ('<table class="docutils', '<table tabindex="0" class="docutils'),
    # Landmarks and headings say what they are.
    ('<aside class="sidebar-drawer"', '<aside class="sidebar-drawer" aria-label="All pages"'),
    ('<aside class="toc-drawer', '<aside aria-label="On this page" class="toc-drawer'),
    ('<p class="caption" role="heading"', '<p class="caption" role="heading" aria-level="2"'),
    ('<th class="head"><p></p></th>', "<td></td>"),
    ('<div id="search-results">', '<h1>Search</h1>\n<div id="search-results">'),
]


def mend(app, exception):
    for path in pathlib.Path(app.outdir).rglob("*.html"):
        text = path.read_text()
        for old, new in MENDED:
            text = text.replace(old, new)
        path.write_text(text)


def setup(app):
    app.connect("build-finished", mend)
