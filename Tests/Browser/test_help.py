# SPDX-License-Identifier: Apache-2.0
"""The pages that help, beside the deck."""
import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("language, title, question", [
    ("en", "Privacy", "How do I get a photo back?"), ("de", "Datenschutz", "Wie bekomme ich ein Foto zurück?"),
    ("fr", "Confidentialité", "Comment retrouver une photo ?"), ("es", "Privacidad", "¿Cómo recupero una foto?"),
])
def test_help_is_there_in_every_language(deck, language, title, question):
    page = deck.page
    page.goto(f"{deck.server.base}/help?lang={language}")
    expect(page.locator("details")).to_have_count(4)
    summary = page.locator("summary", has_text=title)
    summary.press("Enter")
    expect(page.locator("details#privacy dd").first).to_be_visible()
    page.locator("summary").first.press("Enter")
    expect(page.get_by_role("heading", name=question)).to_be_visible()


def test_help_opens_where_an_address_or_a_link_leads(deck):
    page = deck.page
    page.goto(f"{deck.server.base}/help#terms")
    expect(page.locator("details[open]")).to_have_attribute("id", "terms")
    page.locator("details#terms a", has_text="Questions and answers").click()
    expect(page.locator("details#faq")).to_have_attribute("open", "")
    expect(page.locator("details#faq summary")).to_be_focused()
    # Nothing leads away from the page.
    assert [link for link in page.locator("main a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
            if not link.startswith("#")] == []
