// SPDX-License-Identifier: Apache-2.0
// Questions and help, each in a dialog of the browser's own.
import { dialog, fill, h, say } from './dom.js';
import { named, size, t, visible } from './i18n.js';
import { groupKeys, keys, shown } from './keys.js';
import { call, keyed } from './live.js';

let counter = 0;

/** A question with buttons; each is `[words, action, kind]`, and the first is where the focus is. */
export function ask(title, body, buttons, kind = '') {
  const id = `title-${counter += 1}`;
  const box = dialog({ class: kind, 'aria-labelledby': id }, h('h2', { id }, title), body,
    h('div', { class: 'row end' }, buttons.map(([words, act, look], place) => h('button', {
      class: look ?? 'quiet', autofocus: place === 0,
      onclick: () => { if (act?.(box) !== false) box.close(); },
    }, words))));
  return box;
}

export function askLastCopy(cards, onsure) {
  const [{ members, name }] = cards;
  const n = cards.length > 1 ? cards.length : members.length;
  const key = cards.length > 1 ? 'last.together' : n > 1 ? 'last.group' : 'last.text';
  ask(t('last.title'), h('p', {}, t(key, { n, name: named(name) })), [
    [t('last.keep')], [t('last.delete'), onsure, 'delete'],
  ]);
}

export function askSnooze(now, onchosen) {
  const choice = (days, words) => h('button', {
    onclick: () => { box.close(); onchosen(new Date(now + days * 864e5).toISOString().replace(/\.\d+/, '')); },
  }, words);
  const box = ask(t('snooze.title'), h('div', { class: 'choices' }, h('p', {}, t('snooze.text')),
    [7, 30, 90].map((n) => choice(n, t('snooze.days', { n }))), choice(365, t('snooze.year'))), [[t('cancel')]]);
}

/** Puts `text` on the clipboard, if there is one. */
export const copy = (text) => { navigator.clipboard?.writeText(text).then(() => say(t('copied')), () => {}); };

/** The same for all cards of a rule: how many has to be typed. */
export function askTogether(cards, rule, ondecide) {
  // A group of copies is one card and several items; what is typed are items.
  const n = cards.reduce((sum, card) => sum + (card.items ?? 1), 0);
  const input = h('input', { id: 'typed', inputmode: 'numeric', autocomplete: 'off', 'aria-describedby': 'typed-wrong', required: true });
  const wrong = h('p', { id: 'typed-wrong', class: 'warn', role: 'alert' });
  const decide = (verdict) => () => {
    if (input.value.trim() === String(n)) return ondecide(verdict, n);
    wrong.textContent = t('same.wrong', { n });
    input.setAttribute('aria-invalid', 'true');
    input.focus();
    return false;
  };
  ask(t('same.title', { n, rule: named(rule ?? '') }), h('div', {},
    h('ul', { class: 'names', tabindex: '0', 'aria-label': t('same.list') }, cards.map((card) => h('li', {}, h('bdi', {}, visible(card.path)), ' ', h('span', { class: 'dim' }, card.items > 1 ? `× ${card.items} · ` : '', size(card.size))))),
    h('p', {}, t('same.text', { n })), h('label', { for: 'typed' }, t('same.type', { n })), input, wrong),
  [[t('cancel')], [`− ${t('same.delete')}`, decide('delete'), 'delete'], [`+ ${t('same.keep')}`, decide('keep'), 'keep']]);
  input.focus();
}

export function showHelp(letters) {
  const table = (list) => h('table', { class: 'keys' }, h('tbody', {}, list.map((entry) => h('tr', {},
    h('th', { scope: 'row' }, entry.keys.map((key) => [h('kbd', {}, shown(key)), ' '])), h('td', {}, t(`key.${entry.id}`))))));
  ask(t('help.title'), h('div', {}, table(keys), h('h3', {}, t('help.groups')), table(groupKeys),
  !letters && h('p', {}, t('help.letters-off'))), [[t('close'), null, '']]);
}

const steps = 5;

/** The first-run tour: five short steps, left at any time. */
export function showTour(ondone, step = 1) {
  const text = h('div', { 'aria-live': 'polite' });
  let place = step;
  const count = (over) => { call('/api/tour', { step: Math.min(place, steps), over }).catch(() => {}); };
  const draw = () => {
    count(false);
    fill(text, h('p', { class: 'dim' }, t('tour.step', { step: place, steps })), h('h3', {}, t(`tour.${place}.title`)), h('p', {}, t(`tour.${place}`)));
    next.textContent = place === steps ? t('tour.end') : t('tour.next');
    back.hidden = place === 1;
    skip.hidden = place === steps;
  };
  const box = ask(t('tour.title'), text, [
    [t('tour.next'), () => { place += 1; if (place <= steps) { draw(); return false; } return true; }, ''],
    [t('tour.back'), () => { place -= 1; draw(); next.focus(); return false; }], [t('tour.skip')],
  ], 'tour');
  const [next, back, skip] = box.querySelectorAll('.row button');
  draw();
  box.addEventListener('close', () => {
    count(true);
    ondone();
  });
}

/** The big picture of a card; arrows move over it and never decide. */
export function showPreview(card, onclose) {
  let zoom = 1;
  const img = card.large && h('img', { src: keyed(card.large), alt: t('card.alt', { kind: t(`kind.${card.kind}`), name: visible(card.name) }) });
  const room = h('div', { class: 'room', tabindex: '0', role: 'group', 'aria-label': visible(card.name) }, img ?? h('p', {}, t('card.no-picture')));
  const level = (value) => {
    zoom = Math.max(1, Math.min(8, value));
    room.dataset.zoom = zoom > 1 ? 'in' : '';
    if (img) img.style.width = zoom > 1 ? `${zoom * 100}%` : '';
    for (const [button, isOff] of [[less, zoom === 1], [more, zoom === 8]]) button.setAttribute('aria-disabled', String(isOff));
  };
  const button = (words, name, act) => h('button', { class: 'quiet', 'aria-label': name, onclick: act }, words);
  const less = button('−', t('zoom.out'), () => level(zoom / 2));
  const more = button('+', t('zoom.in'), () => level(zoom * 2));
  const box = dialog({ class: 'preview', 'aria-label': t('preview') }, room, h('div', { class: 'row' },
    h('p', {}, h('bdi', {}, visible(card.name))), less, more, button(t('close'), null, () => onclose())));
  img?.addEventListener('click', () => level(zoom > 1 ? 1 : 2));
  img?.addEventListener('error', () => fill(room, h('p', {}, t('card.no-picture'))));
  box.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] }[event.key];
    if (by) room.scrollBy(by[0], by[1]);
    else if (event.key === '+' || event.key === '-') level(event.key === '+' ? zoom * 2 : zoom / 2);
    else return;
    event.preventDefault();
  });
  box.addEventListener('cancel', (event) => { event.preventDefault(); onclose(); });
  level(1);
  room.focus();
  return box;
}
