// SPDX-License-Identifier: Apache-2.0
// The page with the deck: cards, buttons, facts, and what stands there when there are none.
import { ask, askSnooze, askTogether, copy, showPreview } from './dialogs.js';
import { fill, h, icon, say } from './dom.js';
import { clock, guarded, moment, named, number, size, t, until, visible } from './i18n.js';
import { hint, shortcuts } from './keys.js';
import { call } from './live.js';

const signs = { true: '✓', false: '✗', unknown: '?' };

export class Review {
  constructor(app) {
    this.app = app;
    this.mode = '';
  }

  show(main) {
    const { app } = this;
    const button = (id, look, shape, label = id) => h('button', {
      class: look, 'data-action': id, 'aria-keyshortcuts': shortcuts(id, app.settings.letters), onclick: () => this[id](),
    }, icon(shape), h('span', {}, t(label)), app.settings.letters && h('kbd', { 'aria-hidden': 'true' }, hint(id, true)));
    this.notice = h('p', { class: 'notice', hidden: true });
    this.undoButton = button('undo', 'quiet', 'undo');
    this.actions = h('div', { class: 'actions', role: 'group', 'aria-label': t('actions') },
      button('delete', 'delete', 'left'), this.undoButton, button('later', 'quiet', 'down'), button('flip', 'quiet', 'flip', 'group.flip'),
      button('accept', 'delete', 'done', 'group.accept'), button('keep', 'keep', 'right'));
    this.facts = h('section', { class: 'facts', 'aria-label': t('facts') });
    this.summary = h('div', { class: 'summary' });
    this.above = h('div', {}, app.welcome, this.offer?.element);
    this.groupPlace = h('div', {});
    this.table = h('div', { class: 'table' }, this.notice, app.deck.element, this.groupPlace, this.actions, app.toast.element);
    fill(main, h('h1', { class: 'hidden', tabindex: '-1' }, t('page.review')), this.above, this.summary, h('div', { class: 'review' }, this.table, this.facts));
    this.mode = '';
    this.shownFacts = null;
  }

  leave() {
    this.closePreview();
    this.mode = '';
  }

  get isOpen() {
    return this.mode === 'deck' && (!this.app.deck.top?.group || this.group != null);
  }

  /** What shows the card on top, if that is one of copies. */
  get group() {
    return this.mode === 'deck' && this.app.deck.top?.group ? this.groups : null;
  }

  flip() { this.group?.flip(); }
  accept() { this.group?.accept(); }

  /** A card of copies is drawn by what most reviews never need. */
  drawGroup() {
    const { group, app } = this;
    const isGroup = this.mode === 'deck' && app.deck.top?.group != null;
    this.table.parentElement.classList.toggle('grouped', isGroup);
    for (const button of this.actions.children) {
      const { action } = button.dataset;
      if (action === 'delete' || action === 'keep') button.hidden = isGroup;
      if (action === 'flip' || action === 'accept') button.hidden = !isGroup;
      if (action === 'later') button.setAttribute('aria-keyshortcuts', isGroup ? 'ArrowDown' : shortcuts(action, app.settings.letters));
    }
    app.deck.element.hidden ||= isGroup;
    if (group) group.draw(this.groupPlace, app.deck.top);
    else fill(this.groupPlace);
    if (isGroup && !group) import('/more/groups.js').then(({ GroupCard }) => {
      this.groups ??= new GroupCard(app);
      app.redraw();
    }, () => {});
  }

  // MARK: Drawing

  update(leaving) {
    const { app } = this;
    const mode = this.modeNow();
    const isNew = mode !== this.mode;
    const wasOnUndo = document.activeElement?.dataset.action === 'undo';
    const hadFocus = this.table.contains(document.activeElement) || this.summary.contains(document.activeElement) || this.facts.contains(document.activeElement);
    if (isNew && this.mode) this.closePreview();
    this.mode = mode;
    app.title(mode === 'deck' ? t('title.review', { n: app.remaining }) : t(`title.${mode}`));
    const isDeck = mode === 'deck';
    app.deck.show(isDeck ? app.cards : [], leaving);
    const review = this.table.parentElement;
    review.classList.toggle('closed', !isDeck);
    app.deck.element.hidden = this.actions.hidden = this.facts.hidden = !isDeck;
    app.deck.element.inert = app.isFull;
    this.drawGroup();
    this.drawNotice(isDeck);
    this.drawOffer();
    const undoable = app.undoable;
    this.undoButton.setAttribute('aria-label', undoable ? `${t('undo')}: ${t(`verdict.${undoable.verdict}`)} ${visible(undoable.name)}` : t('undo'));
    this.undoButton.disabled = !undoable;
    for (const button of this.actions.children) {
      if (button !== this.undoButton) button.disabled = app.isFull;
    }
    this.drawFacts(isDeck ? app.deck.top : null);
    fill(this.summary, isDeck ? [] : this.drawSummary(mode));
    if (isNew && !isDeck && leaving) {
      this.summary.querySelector('h2')?.focus();
      if (mode === 'stop') say(t('stop.title', { n: app.quota.limit }), 'alert');
    } else if (hadFocus && !document.activeElement?.closest('main')) {
      // Never to a button that the person did not choose: the next space bar would press it.
      const undo = wasOnUndo && (isDeck ? this.undoButton : this.summary.querySelector('[data-action="undo"]'));
      if (undo) this.focusInstead(undo);
      else if (!isDeck) this.summary.querySelector('h2')?.focus();
    }
    if (hadFocus && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }

  /** The focus goes to a button like the one that is gone; it was reached as that was. */
  focusInstead(button) {
    const { app } = this;
    if (app.clicked && !app.clicked.isConnected) app.clicked = button;
    button.focus();
  }

  modeNow() {
    const { app } = this;
    if (!app.state.plan) return 'no-plan';
    if (!app.cards.length) return app.remaining ? 'wait' : app.state.total ? 'done' : 'empty';
    return app.quota.used_up ? 'stop' : 'deck';
  }

  /** What signing in would bring, once that is known; few people ever need what draws it. */
  drawOffer() {
    if (this.offer) this.offer.draw();
    else if (this.app.offer) import('/more/offer.js').then(({ Offer }) => {
      this.offer ??= new Offer(this.app);
      this.above.append(this.offer.element);
      this.offer.draw();
    }, () => {});
  }

  drawNotice(isDeck) {
    const { quota } = this.app;
    this.notice.hidden = !isDeck || !quota.warns || !quota.near_end || quota.left == null;
    if (!this.notice.hidden) this.notice.textContent = t('quota.notice', { n: quota.left, time: clock(quota.next_day) });
  }

  drawSummary(mode) {
    const { app } = this;
    const { state, quota } = app;
    const link = (path, words) => h('a', { class: 'button', href: path }, words);
    const undo = app.undoable && h('button', { 'data-action': 'undo', onclick: () => app.undo() }, icon('undo'), t('undo.last'));
    const counts = h('p', { class: 'counts' }, t('sum.marked', { n: state.marked.items }), ' · ', t('sum.kept', { n: state.kept.items }), ' · ', t('sum.planned', { size: size(state.marked.bytes) }),
      app.settings.streak && state.streak > 0 && [' · ', t('sum.streak', { n: state.streak })]);
    const title = (words) => h('h2', { tabindex: '-1' }, words);
    if (mode === 'wait') return [title(t('wait.title'))];
    if (mode === 'no-plan') return [title(t('no-plan.title')), h('p', {}, t('no-plan.text')), h('pre', {}, 'cleanrules plan')];
    if (mode === 'empty') return [icon('done'), title(t('empty.title')), h('p', {}, t('empty.text', { n: state.by_rules.items })), link('/plan', t('see-plan'))];
    if (mode === 'done') {
      return [icon('done'), title(t('done.title')), h('p', {}, t('done.text')), counts,
        h('div', { class: 'row' }, link('/plan', t('see-plan')), link('/marked', t('see-marked')), undo)];
    }
    const rest = app.remaining;
    return [title(t('stop.title', { n: quota.limit })), counts,
      h('p', {}, t('stop.rest', { n: rest, time: clock(quota.next_day), wait: until(quota.next_day, app.now) })),
      h('div', { class: 'row' }, link('/marked', t('see-marked')), undo),
      quota.tier != null ? this.drawTier(quota) : h('p', { class: 'dim more' }, t('stop.more'), ' ', h('button', { class: 'quiet strong', onclick: () => app.change('/api/quota/extend', { reviews: 10 }) }, t('stop.extend', { n: 10 })))];
  }

  /** Whose bound it is, and what leads to more of it. */
  drawTier(quota) {
    const opener = h('button', { class: 'quiet', 'aria-haspopup': 'dialog', onclick: async () => (await import('/more/code.js')).askCode(this.app) }, t('tier.code'));
    return [h('p', { class: 'dim more' }, t('stop.tier', { name: visible(quota.tier) })), quota.invites && [h('div', { class: 'row' }, h('a', { class: 'button', href: '/settings' }, t('tier.see')), opener,
      h('button', { class: 'quiet', onclick: () => this.app.change('/api/tier/later', {}) }, t('tier.later')))]];
  }

  drawFacts(card) {
    // Drawn anew only when there is something new, so that nothing moves under a finger.
    const fingerprint = card && JSON.stringify([card, this.app.settings.letters]);
    if (fingerprint === this.shownFacts) return;
    this.shownFacts = fingerprint;
    if (!card) return void fill(this.facts);
    const details = card.details ?? {};
    const isOpen = this.why_?.open ?? true;
    const fact = (name, value) => value && [h('dt', {}, t(`fact.${name}`)), h('dd', {}, h('bdi', {}, value))];
    const more = (id, words) => h('button', { class: 'quiet', 'aria-keyshortcuts': shortcuts(id, this.app.settings.letters), onclick: () => this[id]() },
      words, ' ', this.app.settings.letters && h('kbd', { 'aria-hidden': 'true' }, hint(id, true)));
    this.why_ = h('details', { open: isOpen }, h('summary', {}, h('h2', {}, t('why'))),
      h('p', {}, card.rule && h('code', {}, visible(card.rule)), card.rule && ' ', details.rule_text && guarded(details.rule_text)),
      details.reason_text && h('p', {}, guarded(details.reason_text)),
      card.members.filter((one) => one.details?.decided).map((one) => h('p', {}, h('bdi', {}, visible(one.path)), ' — ', guarded(one.details.decided))),
      details.conditions?.length > 0 && h('ul', { class: 'conditions' }, details.conditions.map((one) => {
        const line = h('li', { class: one.outcome }, h('span', { class: 'sign', 'aria-hidden': 'true' }, signs[one.outcome]),
          h('span', {}, h('span', { class: 'hidden' }, `${t(`outcome.${one.outcome}`)}: `), one.exception && h('em', {}, t('unless'), ' '), guarded(one.text), one.actual != null && h('span', { class: 'dim' }, ` — ${visible(one.actual)}`)));
        line.style.marginInlineStart = `${Math.min(6, one.depth)}em`;
        return line;
      })));
    fill(this.facts, this.why_,
      h('dl', {}, fact('folder', visible(card.folder)), fact('drive', visible(card.drive)), fact('taken', moment(details.taken)), fact('modified', moment(card.modified)),
        fact('camera', details.camera && visible(details.camera)), fact('album', details.album && visible(details.album)), fact('shot', !card.group && card.shot && t('fact.shot.text', { name: visible(card.shot) })), fact('shared', details.shared == null ? null : t(details.shared ? 'yes' : 'no'))),
      h('div', { class: 'row' }, !card.group && [more('pin', t('pin')), more('snooze', t('snooze'))],
        card.group?.to_open > 0 ? h('p', { class: 'dim' }, t('same.open', { n: card.group.to_open })) : card.next_of_rule > 0 && more('same', t(card.next_of_rule < card.others_of_rule ? 'same.next' : 'same', { n: card.next_of_rule, total: card.others_of_rule })), details.place && more('open', t('open'))));
  }

  // MARK: What a person can do

  act(verdict, more) {
    const { app } = this;
    if (this.isPreviewed) this.closePreview();
    if (this.isOpen && app.deck.top) return app.decide(app.deck.top, verdict, more);
    return false;
  }

  keep() { this.act('keep'); }
  delete() { this.act('delete'); }
  later() { this.act('later'); }
  pin() { this.act('pin'); }
  undo() { this.app.undo(); }

  snooze() {
    const { app } = this;
    const [card, { seen }] = [app.deck.top, app.state];
    askSnooze(app.now, (end) => app.decide(card, 'snooze', { until: end, seen }));
  }

  why() {
    this.why_.open = !this.why_.open;
    if (this.why_.open) this.why_.scrollIntoView({ block: 'nearest' });
    say(t(this.why_.open ? 'why.open' : 'why.closed'));
  }

  open() {
    const { place } = this.app.deck.top.details ?? {};
    if (!place) return;
    if (/^https:\/\//.test(place)) return void window.open(place, '_blank', 'noopener,noreferrer');
    ask(t('open.title'), h('p', {}, t('open.text'), ' ', h('code', { class: 'place' }, visible(place))), [[t('close')],
      [t('copy'), () => copy(place), '']]);
  }

  async same() {
    const { app } = this;
    const [card, { seen }] = [app.deck.top, app.state];
    if (!card || card.next_of_rule < 1 || app.waiting.length) return;
    try {
      const { cards } = await call(`/api/same-rule?id=${encodeURIComponent(card.id)}`);
      if (card !== app.deck.top || app.waiting.length) return;
      askTogether(cards, card.rule, (verdict, typed) => {
        const known = cards.map((one) => app.cards.find((own) => own.id === one.id) ?? one);
        app.step(card, known, verdict, '/api/together', { cards: cards.map((one) => one.id), verdict, typed, seen });
      });
    } catch (error) { app.failed(error); }
  }

  // MARK: The big preview, which is an entry of the history

  get isPreviewed() {
    return this.box != null;
  }

  preview() {
    if (this.isPreviewed) return this.closePreview();
    const card = this.app.deck.top;
    if (!card || !this.isOpen) return;
    history.pushState({ preview: card.id }, '');
    this.openPreview(card);
  }

  openPreview(card) {
    this.box = showPreview(card, () => this.closePreview());
  }

  closePreview() {
    if (!this.isPreviewed) return;
    this.dropPreview();
    if (history.state?.preview) history.back();
  }

  dropPreview() {
    this.box?.close();
    this.box = null;
  }

  /** After a step back or forth: whether that was about the preview alone. */
  followHistory() {
    const wanted = history.state?.preview;
    this.dropPreview();
    if (wanted && location.pathname === '/' && this.app.view === this) {
      if (this.isOpen && this.app.deck.top?.id === wanted) this.openPreview(this.app.deck.top);
      return true;
    }
    return this.app.view === this && location.pathname === '/';
  }
}
