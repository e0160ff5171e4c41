// SPDX-License-Identifier: Apache-2.0
// The one table of keys: the handlers, the help, the buttons' hints and the manual come from it.

/** `on` tells where a key works: on the deck, over the big preview too, or anywhere. */
export const keys = [
  { id: 'keep', keys: ['ArrowRight', 'k'], on: 'deck', preview: ['k'] },
  { id: 'delete', keys: ['ArrowLeft', 'd'], on: 'deck', preview: ['d'] },
  { id: 'later', keys: ['ArrowDown', 's'], on: 'deck', preview: ['s'] },
  { id: 'undo', keys: ['u', 'Mod+z'], on: 'any' },
  { id: 'redo', keys: ['Shift+u', 'Shift+Mod+z'], on: 'any' },
  { id: 'pin', keys: ['f'], on: 'deck' },
  { id: 'snooze', keys: ['z'], on: 'deck' },
  { id: 'why', keys: ['i'], on: 'deck' },
  { id: 'preview', keys: ['Space'], on: 'deck', preview: ['Space'] },
  { id: 'open', keys: ['o'], on: 'deck' },
  { id: 'same', keys: ['g'], on: 'deck' },
  { id: 'marked', keys: ['m'], on: 'any' },
  { id: 'help', keys: ['?'], on: 'any' },
  { id: 'close', keys: ['Escape'], on: 'any' },
];

/** The keys on a card of copies; those of the deck that decide about one item rest there. */
export const groupKeys = [
  { id: 'accept', keys: ['Enter'] }, { id: 'flip', keys: ['Space'] },
  { id: 'next', keys: ['ArrowRight'] }, { id: 'previous', keys: ['ArrowLeft'] },
  { id: 'stayToo', keys: ['k'] }, { id: 'stayInstead', keys: ['s'] }, { id: 'unlike', keys: ['x'] },
  { id: 'difference', keys: ['d'] }, { id: 'zoom', keys: ['z'] },
].map((entry) => ({ ...entry, on: 'group' }));
const onGroups = ['later', 'why', 'open', 'same'];

const named = { ArrowRight: '→', ArrowLeft: '←', ArrowDown: '↓', Escape: 'Esc', Enter: '⏎', Space: '␣' };
const isApple = /Mac|iPhone|iPad/.test(navigator.platform ?? '');

/** A key as it stands on a keyboard. */
export const shown = (key) => key.split('+').map((part) =>
  named[part] ?? (part === 'Mod' ? (isApple ? '⌘' : 'Ctrl') : part === 'Shift' ? '⇧'
    : part.toUpperCase())).join('\u2009');

/** Whether a key is a single character, which a person may turn off. */
const isLetter = (key) => /^(Shift\+)?.$/.test(key);
const find = (id) => [...keys, ...groupKeys].find((entry) => entry.id === id)?.keys ?? [];
/** The hint that a button shows: its letter, for arrows it has as its picture. */
export const hint = (id, letters) => letters ? shown(find(id).find(isLetter) ?? find(id)[0] ?? '') : null;
/** What a button has as its `aria-keyshortcuts`. */
export const shortcuts = (id, letters) => find(id).filter((key) => letters || !isLetter(key))
  .map((key) => key.replace('Mod', isApple ? 'Meta' : 'Control')
    .replace(/(^|\+)(\w)$/, (whole, plus, letter) => plus + letter.toUpperCase()))
  .join(' ') || null;

/** What the event means: the key in the words of the table, or null. */
export function pressed(event) {
  if (event.altKey || event.isComposing) return null;
  const isMod = isApple ? event.metaKey : event.ctrlKey;
  if (!isMod && (event.ctrlKey || event.metaKey)) return null;
  let key = event.key === ' ' ? 'Space' : event.key;
  if (key === '?') return isMod ? null : '?';
  if (key.length === 1) {
    key = key.toLowerCase();
    // A layout without Latin letters has them by their place.
    if (!/^[a-z]$/.test(key)) key = /^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase() ?? key;
  }
  return (event.shiftKey ? 'Shift+' : '') + (isMod ? 'Mod+' : '') + key;
}

/** The action for a key, given where the person is. */
export function action(key, { letters, preview, group }) {
  if (!letters && isLetter(key)) return null;
  if (group) {
    return groupKeys.find((one) => one.keys.includes(key))
      ?? keys.find((one) => (one.on === 'any' || onGroups.includes(one.id)) && one.keys.includes(key));
  }
  const entry = keys.find((one) => (preview ? one.preview ?? (one.on === 'any' ? one.keys : [])
    : one.keys).includes(key));
  return entry ?? null;
}
