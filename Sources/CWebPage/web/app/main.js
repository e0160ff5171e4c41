// SPDX-License-Identifier: Apache-2.0
// The page as a whole: what is known, where the person is, and what they do.
import { Deck } from './deck.js';
import { fill, h, icon, say } from './dom.js';
import { languages, moment, named, number, size, spokenDate, spokenSize, t, useLanguage, useTimeZone, visible } from './i18n.js';
import { action, pressed } from './keys.js';
import { call, Connection, Outbox, trouble, useKeys, waitingMax } from './live.js';
import { askLastCopy, showHelp, showTour } from './dialogs.js';
import { pages } from './pages.js';
import { Review } from './review.js';
import { Toast } from './toast.js';

const paths = ['/', '/groups', '/marked', '/plan', '/history', '/stats', '/settings', '/help', '/about'];
const standard = { language: '', theme: '', notice: null, gestures: true, letters: true, streak: true, tour: 0 };
const $ = (id) => document.getElementById(id);

const app = {
  state: null, offer: null, accounts: [], cards: [], settings: { ...standard }, path: '/', view: null,
  get waiting() { return outbox.waiting; },
  get isFull() { return connection.status !== 'on' && outbox.waiting.length >= waitingMax; },
  get now() { return Date.now() + app.skew; },
  skew: 0,

  /** The day's reviews, with those that are on their way. */
  get quota() {
    const { quota } = app.state;
    const used = quota.used + outbox.waiting.filter((op) => op.charge).length;
    const left = quota.limit == null ? null : Math.max(0, quota.limit - used);
    return { ...quota, used, left, used_up: left === 0, near_end: quota.warn_at != null && used >= quota.warn_at };
  },
  get remaining() {
    return Math.max(0, app.state.remaining - outbox.waiting.filter((op) => op.verdict !== 'later')
      .flatMap((op) => op.cards ?? []).filter((card) => !card.decided).length);
  },
  /** What an undo would take back, as `{verdict, name}`. */
  get undoable() {
    const last = outbox.waiting.findLast((op) => op.card);
    if (!last && app.state.can_alike) return { verdict: 'unlike', name: '' };
    return last ? { verdict: last.verdict, name: last.card.name } : app.state.undo;
  },

  // MARK: Deciding

  isTop: (card) => card === app.deck.top && app.view === app.review,

  /** Whether something can be decided about `card` now; if not, the person is told why. */
  takes(card, verdict) {
    if (app.isTop(card) && !app.deck.isReady) return false;
    if (app.isFull) return app.refuse(t('bar.full', { n: waitingMax }));
    if (verdict !== 'later' && app.quota.used_up && !card.decided) return app.refuse(t('stop.title', { n: app.quota.limit }));
    return true;
  },

  /** Decides `card`, known as of the decision `seen`; says whether it was taken. */
  decide(card, verdict, { until, isSure, alone, seen = app.state.seen } = {}) {
    const isTop = app.isTop(card);
    if (!app.takes(card, verdict)) return false;
    const isAll = card.members.length > 1 && card.members.every((member) => member.id && member.verdict !== 'keep');
    if (verdict === 'delete' && !isSure && (card.last_copy || isAll)) {
      askLastCopy([card], () => app.decide(card, verdict, { until, isSure: true, seen }));
      return false;
    }
    app.step(card, [card], verdict, '/api/decide', {
      card: card.id, verdict, until, seen, alone,
      milliseconds: isTop ? Math.round(performance.now() - app.deck.since) : undefined,
      blind: isTop ? app.deck.isBlind : undefined, accepts_last_copy: isSure,
    });
    return true;
  },

  /** Puts a step on its way and goes on. */
  step(card, cards, verdict, path, body, words) {
    outbox.add({
      path, card, cards, verdict, charge: verdict !== 'later' && !card.decided,
      body: { ...body, key: crypto.randomUUID() },
    });
    app.cards = app.cards.filter((one) => !cards.includes(one));
    const text = words ?? (cards.length > 1 ? t(`done.${verdict}.many`, { n: cards.length })
      : t(`done.${verdict}`, { name: named(card.name), size: size(card.size) }));
    app.notice(text, true);
    app.redraw(verdict);
    const next = app.view === app.review && app.review.isOpen && app.cards[0];
    const { limit, used, left, near_end: isNear } = app.quota;
    say([text, t('say.undo'), next && t('say.next', {
      name: named(next.name), size: spokenSize(next.size),
      date: spokenDate(next.details?.taken ?? next.modified),
    }), limit != null && (isNear ? t('quota.left', { n: left }) : t('quota.of', { used, limit }))]
      .filter(Boolean).join(' '));
  },

  /** The notice stays as long as the person wants it to. */
  notice(text, canUndo) {
    toast.show(text, app.settings.notice ?? app.state?.notice_seconds ?? 10, { canUndo });
  },

  refuse(text) {
    app.notice(text, false);
    say(text, 'alert');
    return false;
  },

  /** Has the card come first, and goes to it. */
  async open(card) {
    try {
      const { state } = await call('/api/front', { card: card.id });
      app.take(state, state.cards[0]);
      app.go('/');
    } catch (error) { app.failed(error); }
  },

  async undo(number) {
    // What was called another picture since the last step comes first.
    if (number == null && app.state.can_alike && !outbox.waiting.length) {
      const data = await app.change('/api/unlike', {});
      if (data?.name) app.undone('unlike', data.name);
      return;
    }
    const unsent = number == null && outbox.takeBack();
    if (unsent) {
      app.cards = [...unsent.cards, ...app.cards];
      app.undone(unsent.verdict, unsent.card.name);
      app.redraw();
    } else if (!app.undoable && number == null) app.refuse(t('undo.nothing'));
    else if (number == null && outbox.waiting.some((op) => op.isUndo)) app.undosToCome += 1;
    else {
      // What is taken back is named, so that nothing else ever is in its place.
      const of = number == null ? outbox.waiting.findLast((op) => op.card) : null;
      outbox.add({ path: '/api/undo', isUndo: number == null, of, body: { act: number ?? (of ? null : app.state.undo.number) } });
      app.redraw();
    }
  },
  undosToCome: 0,

  undone(verdict, name) {
    toast.hide();
    const text = t('undo.done', { what: t(`verdict.${verdict}`), name: named(name) });
    app.notice(text, false);
    say(text);
  },

  async redo() {
    const data = !outbox.waiting.length && await app.change('/api/redo', {});
    if (!data) return;
    if (data.nothing) return app.refuse(t('redo.nothing'));
    app.notice(t('redo.done', { what: t(`verdict.${data.act.verdict}`), name: named(data.act.name) }), true);
  },

  /** What was asked for by `change` and is not answered yet. */
  asked: new Set(),

  /** Asks for something that changes what there is, once at a time; tells the person when it fails. */
  async change(path, body) {
    if (app.asked.has(path)) return null;
    app.asked.add(path);
    try {
      const data = await call(path, body);
      if (data.state) app.take(data.state);
      return data;
    } catch (error) {
      if (error.state) app.take(error.state);
      app.failed(error);
      return null;
    } finally {
      app.asked.delete(path);
    }
  },

  failed(error) {
    const reason = trouble(error);
    if (reason) connection.look();
    app.refuse(reason ? t(`bar.${reason}`) : problem(error));
  },

  // MARK: What is known

  /** Takes a new state; `first` is a card that an undo brought back. */
  take(state, first) {
    const before = app.state;
    app.state = state;
    useKeys(state);
    useTimeZone(state.time_zone);
    app.skew = new Date(state.now) - Date.now();
    clearTimeout(app.midnight);
    app.midnight = setTimeout(() => connection.look(), Math.min(36e5, Math.max(1000, new Date(state.quota.next_day) - app.now + 500)));
    const gone = new Set(outbox.waiting.flatMap((op) => (op.cards ?? []).map((card) => card.id)));
    const known = new Map(app.cards.map((card) => [card.id, card]));
    // The same objects as before, so that nothing under the person's hand is made anew.
    const adopt = (card) => {
      const old = known.get(card.id);
      return old ? Object.assign(old, card) : card;
    };
    let cards = state.cards.filter((card) => !gone.has(card.id)).map(adopt);
    const top = app.cards[0];
    const isSamePlan = before?.plan?.id === state.plan?.id;
    if (isSamePlan && state.remaining) {
      const ids = new Set(cards.map((card) => card.id));
      // Only this window's own steps let us trust what came after the next five.
      if (!app.isForeign) cards = [...cards, ...app.cards.filter((card) => !ids.has(card.id) && card.id !== first?.id)];
      // What is being looked at stays on top, unless it was decided elsewhere.
      if (top && !first && ids.has(top.id)) cards = [top, ...cards.filter((card) => card.id !== top.id)];
    }
    app.cards = cards.slice(0, state.remaining);
    app.isForeign = false;
    if (top && !first && isSamePlan && before.revision !== state.revision && app.cards[0] !== top && !gone.has(top.id) && app.view === app.review) {
      app.tellElsewhere(top);
    }
    app.redraw();
    if (before && before.revision !== state.revision) app.view?.refresh?.();
    app.more();
  },

  /** Says that `card` was decided in another window, or on which other device, when and how. */
  async tellElsewhere(card) {
    let now = {};
    if (app.state.devices) now = await call(`/api/card?id=${encodeURIComponent(card.id)}`).catch(() => now);
    if (!now.device) return void say(t('say.elsewhere', { name: named(card.name) }));
    const text = t('say.device', { name: named(card.name), device: visible(now.device), time: moment(now.decided_at), what: t(`verdict.${now.decided}`) });
    app.notice(text, false);
    say(text);
  },

  /** Fetches what comes after the next cards, so that a lost connection leaves some to decide. */
  async more() {
    if (app.isAsking || app.cards.length >= 8 || app.cards.length >= app.remaining) return;
    app.isAsking = true;
    try {
      const { revision, cards } = await call('/api/queue?offset=0&n=20');
      if (revision === app.state.revision && !outbox.waiting.length) {
        const ids = new Set(app.cards.map((card) => card.id));
        app.cards.push(...cards.filter((card) => !ids.has(card.id)));
        app.redraw();
      }
    } catch { /* The next answer asks again. */ }
    app.isAsking = false;
  },

  /** Whether signing in would bring something is asked once, and after the person was elsewhere. */
  async askOffer() {
    try {
      app.accounts = (await call('/api/accounts')).accounts;
      if (app.offer) {
        const own = app.accounts.find((one) => one.drive === app.offer.drive);
        if (own?.person) {
          app.offer = null;
          app.notice(t('offer.done', { name: named(own.person) }), false);
        }
      } else if (!app.hasAsked && app.accounts.some((one) => !one.person)) {
        app.hasAsked = true;
        app.offer = (await call('/api/offer', {})).offer;
      }
      app.redraw();
    } catch { /* It is no matter of the review. */ }
  },

  async save(changes) {
    Object.assign(app.settings, changes);
    app.dress();
    try {
      await call('/api/settings', app.settings);
    } catch (error) { app.failed(error); }
  },

  dress() {
    const { theme } = app.settings;
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  },

  async speak() {
    await useLanguage(app.settings.language);
    toast.relabel();
    $('skip').textContent = t('skip');
    frame();
  },

  // MARK: Where the person is

  go(path, { isBack } = {}) {
    if (!isBack && path !== location.pathname) history.pushState(null, '', path);
    app.path = paths.includes(path) ? path : '/';
    const isFirst = !app.view;
    app.view?.leave?.();
    app.view = app.path === '/' ? app.review : pages[app.path](app);
    $('main').className = app.path.slice(1) || 'deck';
    app.view.show($('main'));
    if (!$('main').contains(toast.element)) $('main').append(toast.element);
    app.redraw();
    if (!isFirst) {
      scrollTo(0, 0);
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
  },

  /** Draws what depends on the state: the frame and, on its page, the deck. */
  redraw(leaving) {
    if (!app.state) return;
    if (app.view === app.review) app.review.update(leaving);
    head();
    bar();
    document.documentElement.dataset.waiting = outbox.waiting.length;
  },
  title(text) { document.title = `${text} – cleanrules`; },
};

/** An answer of the server that is a no, in the person's words. */
function problem(error) {
  const key = `error.${error.code}`;
  const text = t(key);
  return text === key ? error.message : text;
}

// MARK: The frame

let navigation;
let meter;

function frame() {
  const link = (path) => h('a', { href: path, 'data-path': path }, t(`page.${path.slice(1) || 'review'}`), ['/marked', '/settings'].includes(path) && h('span', { class: 'badge' }));
  navigation = h('nav', { 'aria-label': t('nav'), id: 'nav' }, paths.map(link));
  meter = h('p', { class: 'meter' });
  const menu = h('button', {
    class: 'quiet menu', 'aria-controls': 'nav', 'aria-expanded': 'false',
    onclick: () => menu.setAttribute('aria-expanded', String(navigation.classList.toggle('open'))),
  }, icon('menu'), t('menu'));
  navigation.addEventListener('click', () => {
    navigation.classList.remove('open');
    menu.setAttribute('aria-expanded', 'false');
  });
  fill($('top'), h('a', { class: 'brand', href: '/' }, 'cleanrules'), menu, navigation, meter);
}

function head() {
  const { marked } = app.state;
  for (const link of navigation.children) {
    if (link.dataset.path === app.path) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    if (link.dataset.path === '/groups') link.hidden = !app.state.groups && app.path !== '/groups';
    if (link.dataset.path === '/marked') link.lastChild.textContent = marked.items ? number(marked.items) : '';
    if (link.dataset.path === '/settings') {
      const open = app.accounts.filter((one) => !one.person).length;
      link.lastChild.textContent = open ? number(open) : '';
      if (open) link.setAttribute('aria-label', t('account.badge', { n: open }));
      else link.removeAttribute('aria-label');
    }
  }
  const { used, limit } = app.quota;
  if (limit == null) fill(meter, t('quota.free', { n: used }));
  else {
    const fillBar = h('i', {});
    fillBar.style.inlineSize = `${Math.min(100, 100 * used / Math.max(1, limit))}%`;
    fill(meter, t('quota.today', { used, limit }), h('span', { class: 'track', 'aria-hidden': 'true' }, fillBar));
  }
}

/** How to come by a server again; at the port where this page knocks, if it still has something to say. */
const restart = () => `cleanrules review --web${outbox.waiting.length ? ` --port ${location.port}` : ''}`;
/** Whether there may be no server any more. */
const isGone = (status) => status === 'stopped' || status === 'lost';

function bar() {
  const n = outbox.waiting.filter((op) => op.card).length;
  const { status } = connection;
  $('bar').hidden = status === 'on';
  if (status === 'on') return;
  $('bar').setAttribute('aria-label', t('bar.label'));
  fill($('bar'), h('strong', {}, t(`bar.${status}`)), ' ', n ? t('bar.waiting', { n }) : t('bar.saved'), ' ',
    isGone(status) && h('span', {}, t('bar.again'), ' ', h('code', {}, restart())));
}

// MARK: Parts

const outbox = new Outbox({
  answer(op, data) {
    for (const later of outbox.waiting) if (later.of === op) later.body.act = data.act.number;
    if (op.path === '/api/undo') {
      if (data.nothing) app.refuse(t('undo.nothing'));
      else app.undone(data.act.verdict, data.act.name);
    }
    app.take(data.state, op.path === '/api/undo' ? data.card : undefined);
    if (op.isUndo && app.undosToCome && app.undosToCome--) app.undo();
    if (app.heard > data.state.revision && !outbox.waiting.length) connection.look();
  },
  refusal(op, error) {
    outbox.waiting = outbox.waiting.filter((later) => later.of !== op);
    if (op.isUndo) app.undosToCome = 0;
    // The cards slide back to where they were.
    const cards = op.body.alone ? [] : op.cards ?? [];
    if (['last-copy', 'protected', 'over-quota', 'wrong-count', 'refused'].includes(error.code)) app.cards = [...cards.filter((card) => !card.decided), ...app.cards];
    app.isForeign ||= cards.length > 1;
    if (error.state) app.take(error.state);
    else connection.look();
    app.view.refresh?.();
    if (error.code === 'last-copy' && op.path !== '/api/group') askLastCopy(op.cards, () => app.step(op.card, op.cards, op.verdict, op.path, { ...op.body, accepts_last_copy: true }));
    else app.refuse(problem(error));
  },
  lost(reason) { connection.lose(reason); },
  change() { if (app.state) app.redraw(); },
});

const connection = new Connection({
  news(revision) {
    if (revision === app.state?.revision) return;
    app.heard = revision;
    if (outbox.isBusy) return;
    app.isForeign = true;
    connection.look();
  },
  state(state) {
    if (outbox.waiting.length) outbox.send();
    app.take(state);
  },
  status(status) {
    bar();
    const n = outbox.waiting.length;
    say(status === 'on' ? t('bar.back') : [t(`bar.${status}`), n && t('bar.waiting', { n }), isGone(status) && `${t('bar.again')} ${restart()}`].filter(Boolean).join(' '), 'alert');
    app.redraw();
  },
});

const toast = new Toast(() => app.undo());
app.toast = toast;

const actions = {
  undo: () => app.undo(), redo: () => app.redo(), marked: () => app.go('/marked'), help: () => showHelp(app.settings.letters),
  close: () => app.deck.cancel() || toast.hide(),
};

addEventListener('keydown', (event) => {
  const key = pressed(event);
  if (!key) return;
  const preview = document.querySelector('dialog.preview[open]');
  if (event.target.closest('input, textarea, select') || (!preview && document.querySelector('dialog[open]'))) return;
  const isOpen = app.view === app.review && app.review.isOpen;
  const group = isOpen && app.review.group;
  const found = action(key, { letters: app.settings.letters, preview, group });
  if (!found || (found.on !== 'any' && !isOpen)) return;
  // On a button that was reached by keyboard, the space bar is that button's.
  if (['Space', 'Enter'].includes(key) && event.target.closest('button, a, summary') && event.target !== app.clicked) return;
  if (key === 'Escape' && preview) return;
  event.preventDefault();
  if (event.repeat) return;
  if (found.on === 'group') group[found.id]();
  else (actions[found.id] ?? app.review[found.id]).call(app.review);
});
addEventListener('keyup', (event) => {
  if ([' ', 'Enter'].includes(event.key) && event.target === app.clicked) event.preventDefault();
});

document.addEventListener('click', (event) => {
  app.clicked = event.detail ? event.target.closest('button') : null;
  const link = event.target.closest('a[href^="/"]');
  if (!link || link.hasAttribute('download') || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  app.go(link.getAttribute('href'));
});

addEventListener('popstate', () => {
  if (app.review.followHistory()) return;
  app.go(location.pathname, { isBack: true });
});
document.addEventListener('visibilitychange', () => { if (!document.hidden && app.offer) app.askOffer(); });
addEventListener('pagehide', () => connection.close());
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  connection.look();
  connection.listen();
});
// Another window was let in.
addEventListener('storage', () => { if (app.state) connection.look(); else location.reload(); });
addEventListener('online', () => { if (connection.status !== 'on') connection.look(); });
addEventListener('beforeunload', (event) => { if (outbox.waiting.length) event.preventDefault(); });

async function start() {
  app.deck = new Deck({
    swipe: (verdict) => app.decide(app.deck.top, verdict), preview: () => app.review.preview(),
  }, () => app.settings);
  let state;
  try {
    const settings = await call('/api/settings');
    for (const key of Object.keys(standard)) {
      if (settings[key] !== undefined && settings[key] !== null) app.settings[key] = settings[key];
    }
    const asked = new URLSearchParams(location.search).get('lang');
    if (asked && (languages[asked] || /-X[AB]$/.test(asked))) app.settings.language = asked;
    // The server answers in the language of the page, so that comes first.
    await useLanguage(app.settings.language);
    state = await call('/api/state');
  } catch (error) {
    await useLanguage('');
    fill($('main'), h('div', { class: 'lonely' }, h('h1', {}, t('start.title')), h('p', {}, t({ 401: 'start.signed-out', 503: 'error.busy' }[error.status] ?? 'start.failed')), error.status !== 503 && h('pre', {}, 'cleanrules review --web')));
    return;
  }
  useKeys(state);
  app.dress();
  await app.speak();
  useTimeZone(state.time_zone);
  app.review = new Review(app);
  app.take(state);
  app.go(location.pathname, { isBack: true });
  app.review.followHistory();
  connection.listen();
  app.askOffer();
  call('/api/welcome', {}).then(async ({ welcome }) => {
    if (!welcome) return;
    app.welcome = (await import('/more/welcome.js')).welcome(app, welcome);
    if (app.view === app.review) app.review.above.prepend(app.welcome);
  }).catch(() => {});
  if (!app.settings.tour) showTour(() => app.save({ tour: 1 }));
  document.documentElement.dataset.started = '';
}

start();
