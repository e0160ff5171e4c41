// SPDX-License-Identifier: Apache-2.0
// What signing in would bring: a card above the deck, which can be swiped away, put off or ended.
import { fill, h, say } from '../app/dom.js';
import { guarded, size, t, visible } from '../app/i18n.js';
import { call } from '../app/live.js';
import { signIn } from './account.js';

/** How far it has to be pulled to be put off, in pixels. */
const farEnough = 90;

export class Offer {
  constructor(app) {
    this.app = app;
    this.element = h('section', { class: 'offer', hidden: true, 'aria-label': t('offer.label') });
    this.drawn = null;
    this.element.addEventListener('pointerdown', (event) => this.hold(event));
    this.element.addEventListener('pointermove', (event) => this.pull(event));
    for (const end of ['pointerup', 'pointercancel']) this.element.addEventListener(end, (event) => this.drop(event));
  }

  draw() {
    const { offer } = this.app;
    if (offer === this.drawn) return;
    this.drawn = offer;
    this.element.hidden = !offer;
    if (!offer) return void fill(this.element);
    const [benefit, asks] = offer.lines;
    fill(this.element, h('p', { class: 'lead' }, guarded(benefit)),
      offer.largest.length > 0 && h('ul', { class: 'locked', 'aria-label': t('offer.locked') }, offer.largest.map((card) => h('li', {}, h('bdi', {}, visible(card.name)), ' ', h('span', { class: 'dim' }, size(card.size))))),
      h('p', { class: 'dim' }, guarded(asks)),
      h('div', { class: 'row' }, h('button', { 'data-offer': 'sign-in', onclick: () => this.signIn() }, t('offer.sign-in')),
        h('button', { class: 'quiet', 'data-offer': 'later', onclick: () => this.answer('later') }, t('offer.later')),
        h('button', { class: 'quiet', 'data-offer': 'never', onclick: () => this.answer('never') }, t('offer.never'))));
    say(benefit);
  }

  /** How to sign in; the deck stays as it is, and so does the card on top. */
  signIn() {
    const { command, drive } = this.app.offer;
    signIn(this.app, drive, command);
  }

  async answer(answer) {
    const { app } = this;
    const hadFocus = this.element.contains(document.activeElement);
    app.offer = null;
    this.draw();
    if (hadFocus) document.querySelector('h1')?.focus();
    try {
      await call('/api/offer', { answer });
      app.notice(t(`offer.${answer}.done`), false);
    } catch (error) { app.failed(error); }
  }

  // MARK: Swiping it away

  hold(event) {
    if (event.button || event.target.closest('button, a')) return;
    this.held = { id: event.pointerId, x: event.clientX };
    this.element.setPointerCapture(event.pointerId);
  }

  pull(event) {
    if (this.held?.id !== event.pointerId) return;
    this.element.style.translate = `${event.clientX - this.held.x}px 0`;
  }

  drop(event) {
    if (this.held?.id !== event.pointerId) return;
    const isAway = event.type === 'pointerup' && Math.abs(event.clientX - this.held.x) >= farEnough;
    this.held = null;
    this.element.style.translate = '';
    if (isAway) this.answer('later');
  }
}
