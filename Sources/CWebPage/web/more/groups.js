// SPDX-License-Identifier: Apache-2.0
// Copies of one thing: the card with the one that stays beside the others, and all such groups.
import { fill, h, icon, say } from '/app/dom.js';
import { date, moment, named, number, size, t, visible } from '/app/i18n.js';
import { hint, shortcuts } from '/app/keys.js';
import { call, keyed } from '/app/live.js';

/** How many members one step decides. */
const most = 50;
const swipeDistance = 60;
const differenceSide = 640;
const strengthened = 4;

// The look of it comes with it.
const sheet = h('link', { rel: 'stylesheet', href: '/more/groups.css' });
const dressed = new Promise((done) => { sheet.onload = sheet.onerror = done; });
document.head.append(sheet);
await dressed;

const nameOf = (member) => member.path.split('/').at(-1);
const folderOf = (member) => member.path.slice(0, member.path.lastIndexOf('/')) || '/';
const pixels = ({ details = {} }) => (details.width && details.height ? details.width * details.height : null);

/** A picture of a member, asked for once; where there is none its name stands instead. */
class Pictures {
  constructor() { this.known = new Map(); }

  get(address, alt) {
    if (!address) return null;
    let known = this.known.get(address);
    if (!known) {
      known = { img: h('img', { alt: '', draggable: 'false', decoding: 'async' }), state: 'loading' };
      this.known.set(address, known);
      known.img.src = keyed(address);
      known.done = known.img.decode().then(() => { known.state = 'shown'; }, () => { known.state = 'missing'; });
      // Those that were looked at last come back with an undo.
      if (this.known.size > 80) this.known.delete(this.known.keys().next().value);
    }
    known.img.alt = alt;
    return known;
  }
}

/** How the light of two pictures differs, four times as strong as it is; the share that differs, in per cent. */
export function drawDifference(canvas, one, other) {
  const scale = Math.min(1, differenceSide / Math.max(one.naturalWidth, one.naturalHeight));
  const [width, height] = [one.naturalWidth, one.naturalHeight].map((side) => Math.max(1, Math.round(side * scale)));
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const read = (img) => {
    context.clearRect(0, 0, width, height);
    context.drawImage(img, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  };
  const [a, b] = [read(one), read(other)];
  const light = ({ data }) => {
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += data[at] + data[at + 1] + data[at + 2];
    return sum;
  };
  // A picture that is only brighter is no other one.
  const gain = Math.max(.25, Math.min(4, light(a) / Math.max(1, light(b))));
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    let largest = 0;
    for (let part = at; part < at + 3; part += 1) {
      const value = Math.abs(a.data[part] - b.data[part] * gain);
      largest = Math.max(largest, value);
      a.data[part] = value * strengthened;
    }
    a.data[at + 3] = 255;
    if (largest > 16) count += 1;
  }
  context.putImageData(a, 0, 0);
  return 100 * count / (a.data.length / 4);
}

export class GroupCard {
  constructor(app) {
    this.app = app;
    this.pictures = new Pictures();
    this.element = h('section', { class: 'group' });
    this.element.addEventListener('pointerdown', (event) => this.press(event));
    addEventListener('pointerup', (event) => this.release(event));
    addEventListener('pointercancel', () => { this.held = null; });
  }

  // MARK: What there is

  get members() { return this.card.members; }
  get leader() { return this.members[this.first]; }
  get current() { return this.others[this.place]; }
  /** Whether bytes decide; else what they show. */
  get isEqual() { return this.card.group.kind === 'duplicates'; }
  numberOf(member) { return member === this.leader ? 1 : this.others.indexOf(member) + 2; }

  /** What becomes of a member if the card is accepted as it is. */
  fate(member) {
    if (member === this.leader) return 'stays';
    if (member.open) return this.kept.has(member.id) ? 'too' : 'goes';
    if (member.verdict === 'delete') return 'went';
    return member === this.former && member.details?.free ? 'asked' : 'anyway';
  }

  /** What accepting the card sends. */
  get choice() {
    const open = this.members.filter((member) => member.open);
    const stay = open.filter((member) => ['stays', 'too'].includes(this.fate(member))).map((one) => one.id);
    const go = open.filter((member) => this.fate(member) === 'goes').map((one) => one.id);
    return { stay: stay.slice(0, most - 1), go: go.slice(0, Math.max(0, most - stay.length - (stay.length ? 0 : 1))) };
  }

  // MARK: Drawing

  draw(place, card) {
    if (this.element.parentElement !== place) {
      fill(place, this.element);
      this.fingerprint = null;
    }
    const { letters } = this.app.settings;
    const fingerprint = JSON.stringify([card, letters, this.app.isFull]);
    if (fingerprint === this.fingerprint) return;
    this.fingerprint = fingerprint;
    if (this.card?.id !== card.id) {
      Object.assign(this, { place: 0, kept: new Set(), chosen: null, isFlipped: false, isDifferent: false, isZoomed: false });
    }
    this.card = card;
    this.arrange();
    this.redraw();
    this.ahead();
  }

  /** Which member leads, and the order of the others: those that would go come first. */
  arrange() {
    const { members } = this;
    const proposed = this.card.group.leader;
    const chosen = members.findIndex((member) => member.open && member.id === this.chosen);
    this.first = chosen < 0 ? proposed : chosen;
    this.former = chosen < 0 ? null : members[proposed];
    const others = members.filter((member) => member !== this.leader);
    this.others = [...others.filter((one) => one.open), ...others.filter((one) => !one.open)];
    this.place = Math.min(this.place, Math.max(0, this.others.length - 1));
  }

  redraw() {
    const focus = this.element.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const { leader, current } = this;
    const n = this.members.length;
    this.element.setAttribute('aria-label', t(this.isEqual ? 'group.title' : 'group.alike', { n }));
    this.element.classList.toggle('zoomed', this.isZoomed);
    this.left = this.side(leader);
    this.right = this.side(current, leader);
    fill(this.element,
      h('h2', {}, t(this.isEqual ? 'group.title' : 'group.alike', { n })),
      h('div', { class: 'pair' }, this.left.element, this.right.element),
      this.drawStrip(), this.drawTools(), this.drawTable());
    const { go } = this.choice;
    const bytes = this.members.filter((one) => go.includes(one.id)).reduce((sum, one) => sum + (one.bytes ?? one.size ?? 0), 0);
    const accept = this.app.review.actions.querySelector('[data-action="accept"]');
    accept.querySelector('span').textContent = go.length ? t('group.accept.n', { n: go.length, size: size(bytes) }) : t('group.accept.none');
    this.left.show();
    this.right.show();
    if (focus == null) return;
    const again = [...this.element.querySelectorAll('[data-focus]')].find((one) => one.dataset.focus === focus);
    again?.focus({ preventScroll: true });
    // A button that was clicked is made anew by that; keys are not for it then, as before.
    setTimeout(() => { if (this.app.clicked && !this.app.clicked.isConnected) this.app.clicked = again ?? null; });
  }

  /** One side of the pair; with `under`, the other picture lies behind it, to flip to. */
  side(member, under) {
    const shownMember = under && this.isFlipped ? under : member;
    const fate = this.fate(shownMember);
    const room = h('div', { class: 'room', ...this.isZoomed && { tabindex: '0', role: 'group', 'aria-label': visible(nameOf(shownMember)) } });
    const head = h('p', { class: 'head' }, h('strong', { class: ['goes', 'went'].includes(fate) ? 'warn' : 'stay' }, `${['goes', 'went'].includes(fate) ? '−' : '+'} ${t(`group.${fate}`)}`),
      this.why(shownMember) && h('span', { class: 'dim' }, this.why(shownMember)));
    const element = h('figure', { class: `side ${under ? 'right' : 'left'}` }, head, room,
      h('figcaption', {}, h('bdi', { class: 'name' }, visible(shownMember.shot ?? nameOf(shownMember))), h('span', { class: 'dim' }, [size(shownMember.size), this.pixelWords(shownMember)].filter(Boolean).join(' · '))));
    const blank = (text) => h('div', { class: 'blank' }, icon(this.card.kind), h('p', {}, text));
    const picture = this.pictures.get(this.isZoomed ? shownMember.large : shownMember.picture, this.words(shownMember));
    const show = () => {
      if (under && this.isDifferent) return this.showDifference(room, member, under);
      if (!picture || picture.state === 'missing') return void fill(room, blank(t('card.no-picture')));
      if (picture.state === 'loading') {
        fill(room, blank(t('card.late')));
        picture.done.then(() => { if (room.isConnected) show(); });
        return;
      }
      // One element is in one place; each side has its own.
      const img = picture.img.cloneNode();
      fill(room, img);
      if (this.isZoomed) this.level(img, room);
    };
    if (this.isZoomed) room.addEventListener('scroll', () => this.follow(room));
    return { element, room, show };
  }

  /** Why a member stays, or how it is like the one that does. */
  why(member) {
    const fate = this.fate(member);
    if (fate === 'stays' && this.chosen && member.id === this.chosen) return t('group.chosen');
    if (['stays', 'anyway'].includes(fate)) return member.details?.stays ?? (fate === 'stays' && this.isEqual ? t('group.first') : null);
    return fate === 'goes' ? this.alike(member) : null;
  }

  alike(member) {
    if (this.isEqual) return t('group.equal');
    return member.like && t('group.marks', { n: member.like.marks });
  }

  pixelWords(member) {
    const { width, height } = member.details ?? {};
    return width && height ? `${number(width)} × ${number(height)}` : null;
  }

  /** A member in words, as for those who do not see it. */
  words(member) {
    const parts = [t('group.photo', { number: this.numberOf(member), total: this.members.length }), t(`group.${this.fate(member)}`)];
    if (member !== this.leader) {
      parts.push(t(this.isEqual ? 'group.same-as' : 'group.like', { number: 1 }));
      if (!this.isEqual && member.like) parts.push(t('group.marks', { n: member.like.marks }));
      const [mine, theirs] = [pixels(member) ?? member.size, pixels(this.leader) ?? this.leader.size];
      if (mine != null && theirs != null && mine !== theirs) parts.push(t(mine < theirs ? 'group.smaller' : 'group.larger'));
    } else if (this.why(member)) parts.push(this.why(member));
    if (member.shot) parts.push(visible(member.shot));
    if (member.details?.decided) parts.push(member.details.decided);
    return parts.join(', ');
  }

  drawStrip() {
    return h('ol', { class: 'strip', 'aria-label': t('group.members') }, this.others.map((member, place) => h('li', {}, h('button', {
      class: `thumb-button ${this.fate(member)}`, 'aria-pressed': String(place === this.place), 'data-focus': `member ${place}`,
      'aria-label': `${this.words(member)}: ${visible(member.path)}`, onclick: () => this.walk(place - this.place),
    }, member.picture ? h('img', { class: 'thumb', src: keyed(`${member.picture}&side=128`), alt: '', loading: 'lazy' }) : h('span', { class: 'thumb' }, icon(this.card.kind)),
    h('span', { class: 'sign', 'aria-hidden': 'true' }, ['goes', 'went'].includes(this.fate(member)) ? '−' : '+')))));
  }

  drawTools() {
    const { letters } = this.app.settings;
    const { current } = this;
    const tool = (id, words, { isOn, isOff, shape } = {}) => h('button', {
      class: 'quiet', 'data-focus': id, 'data-action': id, disabled: isOff, 'aria-keyshortcuts': shortcuts(id, letters),
      ...isOn != null && { 'aria-pressed': String(isOn) }, onclick: () => this[id](),
    }, shape && icon(shape), h('span', {}, words), letters && h('kbd', { 'aria-hidden': 'true' }, hint(id, true)));
    const isOpen = current?.open ?? false;
    const several = this.others.length > 1;
    return h('div', { class: 'tools row', role: 'group', 'aria-label': t('group.tools') },
      several && tool('previous', t('group.previous'), { shape: 'left' }), several && tool('next', t('group.next'), { shape: 'right' }),
      tool('difference', t('group.difference'), { isOn: this.isDifferent, isOff: !this.canCompare }),
      tool('zoom', t('group.zoom'), { isOn: this.isZoomed, isOff: !this.leader.large }),
      tool('stayToo', t('group.stay-too'), { isOn: isOpen && this.kept.has(current.id), isOff: !isOpen }),
      tool('stayInstead', t('group.stay-instead'), { isOff: !isOpen }),
      this.chosen && h('button', { class: 'quiet', 'data-focus': 'back', onclick: () => this.choose(null) }, t('group.stay-back')),
      !this.isEqual && tool('unlike', t('group.unlike'), { isOff: !isOpen }));
  }

  get canCompare() { return this.leader.picture != null && this.current?.picture != null; }

  drawTable() {
    const two = [this.leader, this.current].filter(Boolean);
    const best = Math.max(...this.members.map((one) => one.details?.sharpness ?? 0));
    const sharp = (member) => {
      const value = member.details?.sharpness;
      if (value == null || !best) return null;
      const meter = h('i', {});
      meter.style.inlineSize = `${Math.round(100 * value / best)}%`;
      return [number(value), ' ', h('span', { class: 'track', 'aria-hidden': 'true' }, meter)];
    };
    const row = (name, of) => {
      const values = two.map(of);
      if (values.every((value) => value == null)) return null;
      return h('tr', {}, h('th', { scope: 'row' }, name), values.map((value) => h('td', {}, value ?? h('span', { class: 'dim' }, t('group.unknown')))));
    };
    const shared = ({ details }) => details?.shared == null ? null : t(details.shared ? 'yes' : 'no');
    return h('table', { class: 'beside' }, h('caption', { class: 'hidden' }, t('group.table')),
      h('thead', {}, h('tr', {}, h('td', {}), two.map((member) => h('th', { scope: 'col' }, `${number(this.numberOf(member))} · ${t(`group.${this.fate(member)}`)}`)))),
      h('tbody', {},
        row(t('group.pixels'), (one) => this.pixelWords(one)),
        row(t('group.shot'), (one) => (one.shot ? h('bdi', {}, visible(one.shot)) : null)),
        row(t('group.bytes'), (one) => one.size == null ? null : size(one.size)),
        row(t('fact.taken'), (one) => moment(one.details?.taken) || null), row(t('fact.modified'), (one) => moment(one.modified) || null),
        row(t('fact.camera'), (one) => (one.details?.camera ? visible(one.details.camera) : null)),
        row(t('fact.folder'), (one) => h('bdi', {}, visible(folderOf(one)))),
        new Set(this.members.map((one) => one.drive)).size > 1 && row(t('fact.drive'), (one) => visible(one.drive)),
        // Those of which it is known that they are in none say so beside one that is in some.
        two.some((one) => one.details?.album) && row(t('fact.album'), (one) => (one.details?.album === '' ? '–' : one.details?.album && visible(one.details.album))),
        row(t('fact.shared'), shared), row(t('group.sharpness'), sharp)));
  }

  /** The pictures of what comes next are here before they are looked at. */
  ahead() {
    const next = this.others[this.place + 1];
    if (next) this.pictures.get(next.picture, '');
    const card = this.app.cards[1];
    for (const member of card?.group ? [card.members[card.group.leader], card.members.find((one) => one.open)] : []) {
      if (member) this.pictures.get(member.picture, '');
    }
  }

  // MARK: Looking

  walk(by) {
    const n = this.others.length;
    if (n < 1) return;
    this.place = (this.place + by + n) % n;
    this.isFlipped = false;
    this.redraw();
    this.ahead();
    say(this.words(this.current));
  }

  next() { this.pan(1, 0) || this.walk(1); }
  previous() { this.pan(-1, 0) || this.walk(-1); }

  /** In the enlarged pictures arrows move over them. */
  pan(x, y) {
    if (!this.isZoomed || !this.element.contains(document.activeElement) || !document.activeElement.classList.contains('room')) return false;
    document.activeElement.scrollBy(80 * x, 80 * y);
    return true;
  }

  flip() {
    if (!this.current) return;
    this.isFlipped = !this.isFlipped;
    this.isDifferent = false;
    this.redraw();
    say(this.words(this.isFlipped ? this.leader : this.current));
  }

  difference() {
    if (!this.canCompare) return;
    this.isDifferent = !this.isDifferent;
    this.isFlipped = this.isZoomed = false;
    this.redraw();
    if (!this.isDifferent) say(t('group.difference.off'));
  }

  showDifference(room, member, under) {
    const two = [under, member].map((one) => this.pictures.get(one.picture, ''));
    Promise.all(two.map((one) => one.done)).then(() => {
      if (!room.isConnected || two.some((one) => one.state !== 'shown')) return;
      const canvas = h('canvas', { role: 'img' });
      const share = drawDifference(canvas, ...two.map((one) => one.img));
      const words = t('group.difference.of', { share: number(Math.round(share)) });
      canvas.setAttribute('aria-label', words);
      fill(room, canvas);
      say(words);
    });
  }

  zoom() {
    if (!this.leader.large) return;
    this.isZoomed = !this.isZoomed;
    this.isDifferent = false;
    this.spot = { x: .5, y: .5 };
    this.redraw();
    say(t(this.isZoomed ? 'group.zoom.on' : 'group.zoom.off'));
  }

  /** Both pictures are as large as the one that stays is at 100 %, and show the same spot. */
  level(img, room) {
    const picture = this.pictures.get(this.leader.large, '');
    const set = () => {
      const width = picture.state === 'shown' ? picture.img.naturalWidth : img.naturalWidth;
      img.style.inlineSize = `${width}px`;
      room.scrollTo(this.spot.x * (room.scrollWidth - room.clientWidth), this.spot.y * (room.scrollHeight - room.clientHeight));
    };
    if (picture?.state === 'loading') picture.done.then(set);
    else set();
  }

  follow(room) {
    const share = (at, whole, part) => (whole > part ? at / (whole - part) : .5);
    const spot = { x: share(room.scrollLeft, room.scrollWidth, room.clientWidth), y: share(room.scrollTop, room.scrollHeight, room.clientHeight) };
    if (Math.abs(spot.x - this.spot.x) < .002 && Math.abs(spot.y - this.spot.y) < .002) return;
    this.spot = spot;
    for (const side of [this.left, this.right]) {
      if (side.room !== room) side.room.scrollTo(spot.x * (side.room.scrollWidth - side.room.clientWidth), spot.y * (side.room.scrollHeight - side.room.clientHeight));
    }
  }

  // MARK: The swipe, which walks and never decides

  press(event) {
    this.held = null;
    if (!event.isPrimary || event.button !== 0 || !this.app.settings.gestures || this.isZoomed) return;
    if (event.target.closest('.side')) this.held = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  release(event) {
    const { held } = this;
    if (held?.pointer !== event.pointerId) return;
    this.held = null;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (Math.abs(dx) >= swipeDistance && Math.abs(dx) > Math.abs(dy)) this.walk(dx < 0 ? 1 : -1);
    else if (Math.hypot(dx, dy) < 10 && event.target.closest?.('.side.right')) this.flip();
  }

  // MARK: Deciding

  accept() {
    const { app, card } = this;
    const { stay, go } = this.choice;
    if (!stay.length && !go.length || !app.takes(card, 'delete')) return;
    const isBlind = ![this.leader, this.current].every((one) => one && this.pictures.get(one.picture, '')?.state === 'shown');
    const words = go.length ? t('done.group', { n: go.length, name: named(nameOf(this.leader)) }) : t('done.keep.many', { n: stay.length });
    // A card that comes back is as it was proposed.
    this.card = this.fingerprint = null;
    app.step(card, [card], stay.length ? 'keep' : 'delete', '/api/group', {
      card: card.id, stay, go, seen: app.state.seen, blind: isBlind,
      milliseconds: Math.round(performance.now() - app.deck.since),
    }, words);
  }

  stayToo() {
    const { current } = this;
    if (!current?.open) return this.app.refuse(t('group.not-open'));
    if (this.kept.has(current.id)) this.kept.delete(current.id);
    else this.kept.add(current.id);
    this.redraw();
    say(this.words(current));
  }

  stayInstead() {
    const { current } = this;
    if (!current?.open) return this.app.refuse(t('group.not-open'));
    this.choose(current.id);
  }

  choose(id) {
    const before = this.leader;
    this.chosen = id;
    this.kept.delete(id);
    this.isFlipped = false;
    this.arrange();
    this.place = Math.max(0, this.others.indexOf(before));
    this.redraw();
    say([this.words(this.leader), this.words(before)].join('. '));
  }

  async unlike() {
    const { app, current, leader } = this;
    if (this.isEqual) return;
    if (!current?.open || app.waiting.length) return void app.refuse(t('group.not-open'));
    if (!await app.change('/api/unlike', { card: current.id, from: leader.look })) return;
    const text = t('done.unlike', { name: named(nameOf(current)) });
    app.notice(text, true);
    say(text);
  }
}

// MARK: All groups

const several = 50;
let wanted = several;

/** Draws the overview, once what it shows was read. */
export async function overview(app) {
  const cards = [];
  let total = 0;
  do {
    const answer = await call(`/api/groups?offset=${cards.length}&n=${several}`);
    ({ total } = answer);
    cards.push(...answer.cards);
    if (answer.cards.length < several) break;
  } while (cards.length < wanted);
  const row = (card) => {
    const { group, members } = card;
    const leader = members[group.leader];
    const name = nameOf(leader);
    const thumb = (one) => one?.picture ? h('img', { class: 'thumb', src: keyed(`${one.picture}&side=128`), alt: '', loading: 'lazy' }) : h('span', { class: 'thumb' }, icon(card.kind));
    return h('li', { class: 'item' }, h('span', { class: 'two' }, thumb(leader), thumb(members.find((one) => one.open && one !== leader))),
      h('div', {}, h('bdi', { class: 'name' }, visible(name)), h('span', { class: 'dim' }, [t('group.row', { n: group.going, size: size(group.bytes) }),
        group.kind === 'duplicates' ? t('group.equal') : t('group.marks', { n: group.marks }), card.rule && visible(card.rule), date(leader.modified)].filter(Boolean).join(' · '))),
      h('button', { 'data-focus': `group ${card.id}`, 'aria-label': `${t('group.open')}: ${visible(name)}`, onclick: () => app.open(card) }, t('group.open')));
  };
  return (read) => [h('p', {}, t('groups.text')), cards.length ? h('ul', { class: 'items' }, cards.map(row)) : h('p', { class: 'dim' }, t('groups.none')),
    cards.length < total && h('button', { onclick: () => { wanted += several; read(); } }, t('more', { n: total - cards.length }))];
}
