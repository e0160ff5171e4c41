// SPDX-License-Identifier: Apache-2.0
// What somebody is told who comes back after a while: once, above the deck, until they close it.
import { h, say } from '../app/dom.js';
import { guarded, t } from '../app/i18n.js';

/** The card that says `line`. */
export function welcome(app, line) {
  const close = () => {
    app.welcome = null;
    element.remove();
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  const element = h('section', { class: 'offer', 'aria-label': t('welcome.label') }, h('p', { class: 'lead' }, guarded(line)),
    h('div', { class: 'row' }, h('button', { class: 'quiet', onclick: close }, t('close'))));
  say(line);
  return element;
}
