// SPDX-License-Identifier: Apache-2.0
// The notice after a decision: a shortcut to undo, never the only way to it.
import { fill, h, icon } from './dom.js';
import { t } from './i18n.js';
import { hint } from './keys.js';

export class Toast {
  /** `onundo` takes back what the notice is about. */
  constructor(onundo) {
    this.onundo = onundo;
    this.element = h('section', { class: 'toast-place', id: 'toast' });
    this.isHeld = { pointer: false, focus: false };
    const hold = (kind, value) => () => { this.isHeld[kind] = value; };
    this.element.addEventListener('pointerenter', hold('pointer', true));
    this.element.addEventListener('pointerleave', hold('pointer', false));
    this.element.addEventListener('focusin', hold('focus', true));
    this.element.addEventListener('focusout', hold('focus', false));
    this.relabel();
  }

  relabel() {
    this.element.setAttribute('aria-label', t('toast.label'));
  }

  /** Shows `text`; `seconds` 0 means until it is closed. */
  show(text, seconds, { canUndo = true } = {}) {
    this.hide();
    this.digits = h('span', { class: 'count', 'aria-hidden': 'true' });
    fill(this.element, h('div', { class: 'toast' }, h('p', {}, text), canUndo && h(
      'button', { class: 'quiet strong', onclick: () => this.onundo() },
      t('undo'), ' ', h('kbd', { 'aria-hidden': 'true' }, hint('undo', true))),
    this.digits, h('button', {
      class: 'quiet round', 'aria-label': t('close'), onclick: () => this.hide(),
    }, icon('close'))));
    this.element.scrollTop = 0;
    if (!seconds) return;
    this.left = seconds * 1000;
    this.last = performance.now();
    this.timer = setInterval(() => this.tick(), 250);
    this.tick();
  }

  tick() {
    const now = performance.now();
    const isHeld = this.isHeld.pointer || this.isHeld.focus || document.hidden
      || document.querySelector('dialog[open]');
    if (!isHeld) this.left -= now - this.last;
    this.last = now;
    const seconds = String(Math.max(0, Math.ceil(this.left / 1000)));
    if (this.digits.textContent !== seconds) this.digits.textContent = seconds;
    if (this.left <= 0) this.hide();
  }

  hide() {
    clearInterval(this.timer);
    // The notice goes, and with it a focus within: to where it came from.
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren();
    Object.assign(this.isHeld, { pointer: false, focus: false });
    if (hadFocus) document.querySelector('[data-action="undo"]:not(:disabled), h1')?.focus();
  }
}
