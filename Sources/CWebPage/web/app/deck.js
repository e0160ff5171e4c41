// SPDX-License-Identifier: Apache-2.0
// The stack of cards, and the swipe.
import { fill, h, icon } from './dom.js';
import { date, number, size, t, visible } from './i18n.js';
import { keyed } from './live.js';

const commitDistance = 100;
const flingDistance = 30;
const flingSpeed = 0.5;
const startDistance = 10;
const edge = 24;

/** What letting go means: `keep`, `delete`, or null for neither. Speed in pixels a millisecond. */
export function swipeOutcome({ dx, speed }) {
  const isFling = Math.abs(speed) >= flingSpeed && Math.abs(dx) >= flingDistance
    && Math.sign(speed) === Math.sign(dx);
  if (Math.abs(dx) < commitDistance && !isFling) return null;
  return dx > 0 ? 'keep' : 'delete';
}

/** The speed over the last 100 ms of `samples`, each `{x, time}`. */
export function swipeSpeed(samples, now) {
  const recent = samples.filter((sample) => now - sample.time <= 100);
  const [first, last] = [recent[0], recent.at(-1)];
  return !first || last.time <= first.time ? 0 : (last.x - first.x) / (last.time - first.time);
}

/** Where a card is while it is held. */
export const swipeTurn = (dx) => Math.max(-15, Math.min(15, dx / 20));

const reduced = matchMedia('(prefers-reduced-motion: reduce)');

/** Pictures, each asked for once: those of the next cards come before they are looked at. */
class Pictures {
  constructor() {
    this.known = new Map();
  }

  /** The picture of `card` as `{img, state}`; state is loading, shown or missing. */
  get(card, isSoon) {
    const address = card.picture;
    if (!address) return { state: 'missing' };
    let picture = this.known.get(address);
    if (!picture) {
      const img = h('img', {
        alt: t('card.alt', { kind: t(`kind.${card.kind}`), name: visible(card.name) }),
        draggable: 'false', decoding: 'async', fetchpriority: isSoon ? 'auto' : 'low',
      });
      picture = { img, state: 'loading' };
      this.known.set(address, picture);
      img.src = keyed(address);
      picture.done = img.decode().then(() => 'shown', () => 'missing')
        .then((state) => { picture.state = state; });
    }
    return picture;
  }

  /** Forgets all but the pictures of `cards` and the newest 30 others, for an undo. */
  keep(cards) {
    const wanted = new Set(cards.map((card) => card.picture));
    const others = [...this.known.keys()].filter((address) => !wanted.has(address));
    for (const address of others.slice(0, Math.max(0, others.length - 30))) {
      this.known.delete(address);
    }
  }
}

let counter = 0;

/** The line under a card's name. */
export function facts(card) {
  const { width, height, taken } = card.details ?? {};
  return [
    size(card.size), width && height && `${number(width)} × ${number(height)}`,
    date(taken ?? card.modified),
  ].filter(Boolean).join(' · ');
}

export class Deck {
  /** `on` has `swipe(verdict)` and `preview()`; `settings()` tells whether gestures are on. */
  constructor(on, settings) {
    this.on = on;
    this.settings = settings;
    this.pictures = new Pictures();
    this.cards = [];
    this.elements = new Map();
    this.element = h('div', { class: 'stack' });
    addEventListener('blur', () => this.cancel());
    // What moves is no click, whether or not it moves the card.
    addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
      const { pressed } = this;
      if (pressed?.pointer !== pointerId) return;
      if (Math.hypot(clientX - pressed.x, clientY - pressed.y) >= startDistance) this.wasDragged = true;
    });
    addEventListener('pointerdown', (event) => {
      if (this.drag && event.pointerId !== this.drag.pointer) this.cancel();
    }, true);
  }

  get top() {
    return this.cards[0];
  }

  /** Shows `cards`, the first on top; `leaving` is how the one before left. */
  show(cards, leaving) {
    const before = this.top?.id;
    this.cards = cards;
    const wanted = cards.slice(0, 3);
    if (before && before !== this.top?.id) {
      this.cancel();
      const old = this.elements.get(before);
      if (old && leaving) this.leave(old, before, leaving);
    }
    for (const [id, shown] of this.elements) {
      if (!wanted.some((card) => card.id === id)) {
        shown.element.remove();
        this.elements.delete(id);
      }
    }
    wanted.forEach((card, place) => this.put(card, place));
    cards.slice(0, 5).forEach((card, place) => this.pictures.get(card, place < 2));
    this.pictures.keep(cards);
    if (before !== this.top?.id && this.top) this.present(this.elements.get(this.top.id));
  }

  put(card, place) {
    let shown = this.elements.get(card.id);
    if (!shown) {
      shown = this.make(card);
      this.elements.set(card.id, shown);
      this.element.append(shown.element);
    }
    const { element } = shown;
    element.dataset.place = place;
    element.inert = place > 0;
    if (place) element.setAttribute('aria-hidden', 'true');
    else element.removeAttribute('aria-hidden');
    element.style.zIndex = 9 - place;
    if (!this.drag || place) {
      element.style.transform = place ? `translateY(${8 * place}px) scale(${1 - 0.03 * place})` : '';
    }
  }

  make(card) {
    const id = `card-${counter += 1}`;
    const photo = h('div', { class: 'photo', onclick: (event) => {
      // What is no pointer's click comes from a program that reads the page.
      if (event.detail < 2 && !(event.detail && this.wasDragged)) this.on.preview();
    } });
    const shown = {
      card, photo, element: h('article', { class: 'card', 'aria-labelledby': id }, photo,
        h('div', { class: 'stamp keep', 'aria-hidden': 'true' }, `+ ${t('stamp.keep')} →`),
        h('div', { class: 'stamp delete', 'aria-hidden': 'true' }, `← − ${t('stamp.delete')}`),
        h('div', { class: 'caption' },
          h('div', {}, h('h2', { id, tabindex: '-1' }, h('bdi', {}, visible(card.shot ?? card.name))),
            h('p', { class: 'meta' }, facts(card)),
            card.last_copy && h('p', { class: 'warn' }, t('card.last-copy'))),
          h('button', {
            class: 'quiet round', 'aria-label': t('preview'),
            title: t('preview'), 'aria-keyshortcuts': 'Space', onclick: this.on.preview,
          }, icon('zoom')))),
    };
    shown.element.addEventListener('pointerdown', (event) => this.press(event, shown));
    return shown;
  }

  /** The card is on top now: from here on it counts how long a person looks. */
  present(shown) {
    const { card, photo, element } = shown;
    this.since = performance.now();
    delete element.dataset.ready;
    clearTimeout(this.readying);
    this.readying = setTimeout(() => { element.dataset.ready = ''; }, 150);
    const picture = this.pictures.get(card, true);
    const place = () => {
      if (picture.state === 'shown') return fill(photo, picture.img);
      const text = picture.state === 'missing'
        ? t(card.kind === 'folder' ? 'card.folder' : 'card.no-picture') : t('card.late');
      return fill(photo, h('div', { class: 'blank' }, icon(card.kind),
        h('p', { class: 'what' }, t(`kind.${card.kind}`)), h('p', {}, text)));
    };
    if (picture.state === 'loading') {
      const late = setTimeout(() => { if (picture.state === 'loading') place(); }, 1500);
      picture.done.then(() => { clearTimeout(late); place(); });
    } else place();
    // Those behind show theirs as they come.
    for (const other of this.elements.values()) {
      if (other === shown) continue;
      const next = this.pictures.get(other.card);
      if (next.state === 'shown') fill(other.photo, next.img);
      else next.done?.then(() => {
        if (next.state === 'shown' && other.element.isConnected) fill(other.photo, next.img);
      });
    }
  }

  /** Whether the card on top has been there long enough to be meant. */
  get isReady() {
    return this.top != null && performance.now() - this.since >= 150;
  }

  /** Whether the person has not seen a picture of the card on top. */
  get isBlind() {
    return this.top != null && this.pictures.get(this.top).state !== 'shown';
  }

  leave({ element }, id, verdict) {
    this.elements.delete(id);
    element.classList.add('gone');
    delete element.dataset.place;
    element.inert = true;
    element.setAttribute('aria-hidden', 'true');
    element.style.zIndex = 10;
    const held = element.style.transform || 'none';
    const way = { keep: 'translate(120vw, 0) rotate(15deg)', delete: 'translate(-120vw, 0) rotate(-15deg)' };
    const steps = reduced.matches ? [{ opacity: 1 }, { opacity: 0 }]
      : [{ transform: held, opacity: 1 }, {
        transform: way[verdict] ?? 'translate(0, 60vh) scale(.9)', opacity: way[verdict] ? 1 : 0,
      }];
    const motion = element.animate(steps, {
      duration: reduced.matches ? 120 : 220, easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'forwards',
    });
    motion.onfinish = () => element.remove();
    // The stack does not wait, and must not lose the card to a stopped animation either.
    setTimeout(() => element.remove(), 600);
  }

  // MARK: The swipe

  press(event, shown) {
    if (event.isPrimary) {
      this.wasDragged = false;
      this.pressed = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
    }
    if (this.drag || shown.card !== this.top || !this.settings().gestures) return;
    if (!event.isPrimary || event.button !== 0 || event.target.closest('button, a, input')) return;
    const isTouch = event.pointerType === 'touch';
    if (isTouch && (event.clientX < edge || event.clientX > innerWidth - edge)) return;
    const { element } = shown;
    const drag = this.drag = {
      pointer: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, element,
      samples: [], isOn: false, stop: new AbortController(),
    };
    const listen = (target, name, action) => target.addEventListener(name, (moved) => {
      if (moved.pointerId === drag.pointer) action(moved);
    }, { signal: drag.stop.signal });
    // Until the card is held, the pointer may be anywhere.
    listen(window, 'pointermove', (moved) => this.move(moved));
    listen(window, 'pointerup', (moved) => this.release(moved));
    listen(window, 'pointercancel', () => this.cancel());
    // A finger is held by what it touched first; that this gives it up is no end.
    listen(element, 'lostpointercapture', (lost) => { if (lost.target === element) this.cancel(); });
  }

  move(event) {
    const { drag } = this;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isOn) {
      if (Math.hypot(dx, dy) < startDistance) return;
      if (Math.abs(dx) <= Math.abs(dy)) return this.cancel();
      if (Math.abs(dx) < startDistance) return;
      drag.isOn = true;
      drag.element.setPointerCapture(drag.pointer);
      drag.element.classList.add('held');
    }
    drag.dx = dx;
    drag.samples.push({ x: event.clientX, time: event.timeStamp });
    if (drag.samples.length > 60) drag.samples.shift();
    const turn = reduced.matches ? 0 : swipeTurn(dx);
    drag.element.style.transform = `translate(${dx}px, ${0.3 * dy}px) rotate(${turn}deg)`;
    drag.element.style.setProperty('--keep-shown', Math.max(0, Math.min(1, dx / commitDistance)));
    drag.element.style.setProperty('--delete-shown', Math.max(0, Math.min(1, -dx / commitDistance)));
    const isFar = Math.abs(dx) >= commitDistance;
    if (isFar && !drag.isFar && !reduced.matches) navigator.vibrate?.(10);
    drag.isFar = isFar;
    drag.element.classList.toggle('far', isFar);
  }

  release(event) {
    const { drag } = this;
    const speed = swipeSpeed(drag.samples, event.timeStamp);
    const verdict = drag.isOn ? swipeOutcome({ dx: drag.dx, speed }) : null;
    const held = drag.element.style.transform;
    this.cancel(verdict !== null);
    if (!verdict) return;
    if (!this.on.swipe(verdict)) this.back(drag.element, held);
  }

  /** Ends a swipe without a decision. */
  cancel(isMeant = false) {
    const { drag } = this;
    if (!drag) return false;
    this.drag = null;
    drag.stop.abort();
    drag.element.classList.remove('held', 'far');
    if (drag.element.hasPointerCapture(drag.pointer)) drag.element.releasePointerCapture(drag.pointer);
    if (drag.isOn && !isMeant) this.back(drag.element, drag.element.style.transform);
    return drag.isOn;
  }

  /** The card goes back to its place. */
  back(element, from) {
    element.style.transform = '';
    element.style.removeProperty('--keep-shown');
    element.style.removeProperty('--delete-shown');
    if (!element.isConnected) return;
    element.animate([{ transform: from || 'none' }, { transform: 'none' }],
      { duration: reduced.matches ? 0 : 180, easing: 'ease-out' });
  }
}
