// SPDX-License-Identifier: Apache-2.0
// The pages that help, loaded when somebody looks at them.
import { copy } from '../app/dialogs.js';
import { h } from '../app/dom.js';
import { t } from '../app/i18n.js';
import { call } from '../app/live.js';

/** What a help page is made of, as elements; `open` shows another of these pages. */
function helped(blocks, open) {
  const span = (part) => typeof part === 'string' ? part : part.code !== undefined ? h('code', {}, part.code) : part.emphasis !== undefined ? h('em', {}, part.emphasis)
    : part.page ? h('a', { href: `#${part.page}`, onclick: (event) => { event.preventDefault(); open(part.page); } }, part.link.map(span)) : part.link.map(span);
  const made = {
    heading: ({ spans }) => h('h3', {}, spans.map(span)),
    paragraph: ({ spans }) => h('p', {}, spans.map(span)),
    bullets: ({ items }) => h('ul', {}, items.map((spans) => h('li', {}, spans.map(span)))),
    commands: ({ lines }) => lines.map((line) => h('p', { class: 'command' }, h('code', {}, line), h('button', { onclick: () => copy(line), 'aria-label': `${t('copy')}: ${line}` }, t('copy')))),
    table: ({ columns, rows }) => h('dl', {}, rows.map(([first, ...rest]) => [h('dt', {}, first.map(span)),
      rest.map((cell, place) => h('dd', {}, rest.length > 1 && [columns[place + 1].map(span), ': '], cell.map(span)))])),
  };
  return blocks.map((block) => made[block.kind](block));
}

/** Asks for the pages; what comes back draws them, each folded but that which the address names. */
export async function load() {
  const { pages } = await call(`/api/help?lang=${document.documentElement.lang}`);
  return () => {
    const parts = new Map();
    const open = (name) => {
      const part = parts.get(name);
      part.open = true;
      part.scrollIntoView();
      part.querySelector('summary').focus({ preventScroll: true });
    };
    for (const { name, title, blocks } of pages) {
      parts.set(name, h('details', { id: name }, h('summary', { 'data-focus': name }, h('h2', {}, title)), helped(blocks, open)));
    }
    parts.get(location.hash.slice(1))?.setAttribute('open', '');
    return [...parts.values()];
  };
}
