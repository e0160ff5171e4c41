// SPDX-License-Identifier: Apache-2.0
// The pages besides the deck: lists, numbers, settings, and what is kept of a person.
import { ask, copy, showTour } from './dialogs.js';
import { fill, h, icon, say } from './dom.js';
import { clock, date, day, guarded, languages, moment, named, number, percent, shortDay, size, t, visible } from './i18n.js';
import { call, keyed, Lost } from './live.js';

const signs = { keep: '+', pin: '+', delete: '−', snooze: '+', later: '?' };
const several = 100;

/** A page that shows what `load` fetched; `draw` makes its content of that. */
function page(app, name, load, draw) {
  let place;
  let newest;
  const read = async () => {
    const own = newest = {};
    let content;
    try {
      const data = await load();
      // Whoever asked later gets the page, whichever answer comes first.
      if (own !== newest) return;
      content = draw(data, read);
    } catch {
      if (own === newest) fill(place, h('p', { class: 'warn' }, t('page.failed')), h('button', { onclick: read }, t('again')));
      return;
    }
    // Where the focus was it stays, if that is still there.
    const focus = place.contains(document.activeElement) ? document.activeElement.dataset.focus ?? '' : null;
    fill(place, content);
    if (focus !== null) ([...place.querySelectorAll('[data-focus]')].find((one) => one.dataset.focus === focus) ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  };
  return {
    show(main) {
      app.title(t(`page.${name}`));
      place = h('div', { class: 'content' });
      fill(main, h('h1', { tabindex: '-1' }, t(`page.${name}`)), place);
      read();
    },
    refresh: read,
  };
}

const button = (words, onclick, more) => h('button', { onclick, ...more }, words);
const section = (title, ...content) => h('section', {}, h('h2', {}, title), content);

/** A small picture, or the type of the item. */
function thumb(card) {
  const blank = () => h('span', { class: 'thumb' }, icon(card.kind));
  if (!card.picture) return blank();
  return h('img', { class: 'thumb', src: keyed(`${card.picture}&side=128`), alt: '', loading: 'lazy', onerror: (event) => event.target.replaceWith(blank()) });
}

const row = (card, ...more) => h('li', { class: 'item' }, thumb(card), h('div', {}, h('bdi', { class: 'name' }, visible(card.shot ?? card.name)),
  h('span', { class: 'dim' }, [visible(card.folder), size(card.size), card.rule && visible(card.rule), card.device && t('marked.device', { device: visible(card.device) }), card.device && moment(card.decided_at)].filter(Boolean).join(' · '))), more);
const rows = (cards, ...more) => h('ul', { class: 'items' }, cards.map((card) => row(card, ...more.map((make) => make(card)))));

function marked(app) {
  let counts = [several, several];
  // One row is about that item alone, as it stood when the list was read.
  const keep = (card) => button(t('marked.keep'), (event) => {
    if (event.detail < 2 && !card.isSent) card.isSent = app.decide(card, 'keep', { alone: true, seen: card.seen });
  }, { 'data-focus': `keep ${card.id}`, 'aria-label': `${t('marked.keep')}: ${visible(card.name)}` });
  const more = (read, which, list, total) => list.length < total && button(t('more', { n: total - list.length }), () => {
    counts = counts.map((count, place) => place === which ? count + several : count);
    read();
  });
  const list = async (path, count) => {
    const all = [];
    const { seen } = app.state;
    while (all.length < count) {
      const { cards } = await call(`${path}?offset=${all.length}&n=${several}`);
      all.push(...cards.map((card) => ({ ...card, seen })));
      if (cards.length < several) break;
    }
    return all;
  };
  return page(app, 'marked', () => Promise.all([list('/api/marked', counts[0]), list('/api/by-rules', counts[1])]), ([own, rules], read) => {
    const { marked: tally, by_rules: byRules } = app.state;
    return [h('p', {}, t('marked.text')),
      section(`${t('marked.own')} (${number(tally.items)} · ${size(tally.bytes)})`, own.length ? rows(own, keep) : h('p', { class: 'dim' }, t('marked.none')), more(read, 0, own, tally.items)),
      section(`${t('marked.rules')} (${number(byRules.items)} · ${size(byRules.bytes)})`, rules.length ? rows(rules, (card) => card.decided && card.decided !== 'delete' ? h('span', { class: 'tag' }, `+ ${t(`verdict.${card.decided}`)}`) : keep(card))
        : h('p', { class: 'dim' }, t('marked.none')), more(read, 1, rules, byRules.items)),
      h('p', {}, h('a', { class: 'button', href: '/plan' }, t('see-plan')))];
  });
}

/** How many of the pictures were looked at, where that is not all of them. */
const lookedAt = ({ looks }) => looks && looks.looked < looks.eligible && h('p', { class: 'dim' }, t('plan.looks', { looked: looks.looked, total: looks.eligible }));

function plan(app) {
  return page(app, 'plan', () => call('/api/plan'), (data, read) => {
    const { state } = app;
    const change = async (path, body, words) => {
      const done = await app.change(path, body);
      if (done) {
        const text = t(words, { n: done.staged ?? done.undone });
        app.notice(text, false);
        say(text);
      }
      read();
    };
    const stage = () => ask(t('plan.sure.title'), h('p', {}, t('plan.sure', { n: data.items, size: size(data.bytes), time: moment(data.first_due) })), [[t('cancel')],
      [t('plan.start'), () => change('/api/plan/stage', { items: data.items }, 'plan.started'), 'delete']]);
    const cancel = () => change('/api/plan/cancel', {}, 'plan.cancelled');
    const cards = (title, list) => list.length > 0 && section(title, rows(list));
    const { waiting } = data;
    return [state.plan && h('p', { class: 'dim' }, `${visible(state.plan.id)} · ${t('plan.made', { time: moment(state.plan.created) })}`),
      lookedAt(state), waiting.items > 0 && h('section', { class: 'panel' }, h('h2', {}, t('plan.waiting', { n: waiting.items, size: size(waiting.bytes) })), h('p', {}, t('plan.waiting.text', { time: moment(waiting.next_due) })), button(t('plan.cancel'), cancel)),
      data.started_at ? h('section', { class: 'panel' }, h('h2', {}, t('plan.running', { time: moment(data.started_at) })), h('p', {}, t('plan.running.text'))) :
      h('section', { class: 'panel' }, h('h2', {}, data.refusals.length > 0 ? t('plan.refused') : t('plan.count', { n: data.items, size: size(data.bytes) })),
        state.remaining > 0 && h('p', {}, t('plan.open', { n: state.remaining })), data.refusals.length > 0 && h('ul', { class: 'warn' }, data.refusals.map((text) => h('li', {}, guarded(text)))),
        data.items > 0 && data.first_due && h('p', {}, t('plan.due', { time: moment(data.first_due) })), data.ways_back.length > 0 && [h('h3', {}, t('plan.back')), h('ul', {}, data.ways_back.map((text) => h('li', {}, guarded(text))))],
        data.can_stage && button(t('plan.start'), stage, { class: 'delete' })),
      data.started_at ? null : [data.blind.length > 0 && section(t('plan.blind', { n: data.blind.length }), h('p', {}, t('plan.blind.text')), rows(data.blind)),
      cards(t('plan.largest'), data.largest), cards(t('plan.random'), data.random),
      data.rules.length > 0 && section(t('plan.rules'), table([t('col.rule'), t('col.items'), t('col.size')], data.rules.map((rule) => [rule.rule ? visible(rule.rule) : t('plan.person'), number(rule.items), size(rule.bytes)])))]];
  });
}

const table = (heads, lines) => h('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': heads[0] }, h('table', {}, h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col' }, head)))),
  h('tbody', {}, lines.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row' }, first), rest.map((cell) => h('td', {}, cell)))))));

function history(app) {
  return page(app, 'history', () => call('/api/history?n=500'), ({ acts }) => {
    if (!acts.length) return h('p', {}, t('history.none'));
    const days = Map.groupBy(acts, (act) => act.day);
    return [h('p', {}, t('history.text')), [...days].map(([name, list]) => section(day(name), h('ul', { class: 'items' }, list.map((act) => h('li', { class: `item ${act.undone_at ? 'undone' : act.verdict}` },
      h('span', { class: 'thumb sign', 'aria-hidden': 'true' }, signs[act.verdict]),
      h('div', {}, h('span', { class: 'name' }, t(`verdict.${act.verdict}`), ': ', h('bdi', {}, visible(act.name)), act.marked > 0 ? ` ${t('history.marked', { n: act.marked })}` : act.items > 1 && ` ${t('history.more', { n: act.items - 1 })}`),
        h('span', { class: 'dim' }, [clock(act.at), t(`source.${act.source}`), act.until && t('history.until', { date: date(act.until) }), act.blind && t('history.blind'), act.undone_at && t('history.undone', { time: moment(act.undone_at) })].filter(Boolean).join(' · '))),
      !act.undone_at && button(t('undo'), () => app.undo(act.number), { 'data-focus': `undo ${act.number}`, 'aria-label': `${t('undo')}: ${t(`verdict.${act.verdict}`)} ${visible(act.name)}` }))))))];
  });
}

/** Saves the picture at `address` as the file `name`, in pixels: the browser draws it, nothing is sent anywhere. */
async function sharePicture(address, name) {
  const picture = new Image();
  picture.src = address;
  await picture.decode().catch(() => { throw new Lost(); });
  const canvas = h('canvas', { width: picture.naturalWidth, height: picture.naturalHeight });
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const blob = await new Promise((done) => { canvas.toBlob(done, 'image/png'); });
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

function stats(app) {
  let days = 7;
  return page(app, 'stats', () => call(`/api/stats?days=${days}`), (data, read) => {
    const { period, space, streak, efficiency: score } = data;
    const part = (value) => value == null ? '–' : percent(value / 100);
    const tile = (title, value, ...text) => h('div', { class: 'tile' }, h('h2', {}, title), h('p', { class: 'big' }, value), h('p', { class: 'dim' }, text));
    const chart = keyed(`/api/stats/chart.svg?days=${days}&r=${data.revision}&lang=${document.documentElement.lang}`);
    const amount = (one) => one ? size(one.bytes) : '–';
    const share = keyed(`/api/stats/share.svg?days=${days}&r=${data.revision}&lang=${document.documentElement.lang}`);
    return [h('div', { class: 'row', role: 'group', 'aria-label': t('stats.period') }, [7, 30, 365].map((n) => button(t('stats.days', { n }), () => { days = n; read(); }, { 'aria-pressed': String(n === days), 'data-focus': `days ${n}` }))),
      h('div', { class: 'tiles' },
        tile(t('stats.decided'), number(period.decided), t('stats.decided.text', { kept: period.kept, deleted: period.deleted, undone: period.undone })),
        tile(t('stats.bin'), amount(space.in_bin), t('stats.bin.text', { planned: amount(space.planned), reclaimed: amount(space.reclaimed) })),
        app.settings.streak && tile(t('stats.streak'), t('stats.streak.days', { n: streak.current }), t('stats.best', { n: streak.best })),
        tile(t('stats.score'), score.score == null ? '–' : number(score.score), t(score.score == null ? 'stats.score.few' : 'stats.score.text', { settled: part(score.settled.percent), certain: part(score.certain.percent), pace: part(score.pace.percent) }))),
      h('picture', {}, h('source', { media: '(max-width: 480px)', srcset: `${chart}&narrow=1` }), h('img', { class: 'chart', src: chart, alt: t('stats.chart') })),
      button(t('stats.share'), () => sharePicture(share, `cleanrules-${data.chart.at(-1).to}.png`).catch((error) => app.failed(error)), { 'data-focus': 'share' }),
      section(t('stats.table'), table([t('col.day'), t('col.kept'), t('col.deleted')], data.chart.map((one) => [one.from === one.to ? shortDay(one.from) : `${shortDay(one.from)} – ${shortDay(one.to)}`, number(one.kept), number(one.deleted)]))),
      data.rules.length > 0 && section(t('plan.rules'), table([t('col.rule'), t('col.decided'), t('col.kept'), t('col.deleted'), t('col.size')], data.rules.map((rule) => [rule.rule ? visible(rule.rule) : t('plan.person'), number(rule.decided), number(rule.kept), number(rule.deleted), size(rule.moved.bytes)])))];
  });
}

function settings(app) {
  return page(app, 'settings', async () => {
    const [tiers, { accounts }] = await Promise.all([call('/api/tier'), call('/api/accounts')]);
    app.accounts = accounts;
    return [app.settings, tiers, accounts.length && await import('/more/account.js')];
  }, ([own, tiers, more], read) => {
    const choice = (name, options, value, take) => h('p', { class: 'setting' }, h('label', { for: name }, t(`set.${name}`)), h('select', { id: name, 'data-focus': name, onchange: async (event) => {
      await app.save(take(event.target.value));
      if (name === 'language') {
        await app.speak();
        app.go(location.pathname, { isBack: true });
      }
    } }, options.map(([key, words]) => h('option', { value: key, selected: String(value) === key }, words))));
    const toggle = (name, text) => h('div', { class: 'setting' }, h('input', { type: 'checkbox', id: name, 'data-focus': name, checked: own[name], 'aria-describedby': `${name}-text`, onchange: (event) => app.save({ [name]: event.target.checked }) }),
      h('div', {}, h('label', { for: name }, t(`set.${name}`)), h('p', { class: 'dim', id: `${name}-text` }, text)));
    return [section(t('set.look'),
      choice('language', [['', t('set.system')], ...Object.entries(languages)], own.language, (language) => ({ language })),
      choice('theme', ['', 'light', 'dark'].map((key) => [key, t(`set.${key || 'system'}`)]), own.theme, (theme) => ({ theme })),
      h('p', { class: 'dim' }, t('set.sides'))),
    section(t('set.behave'),
      choice('notice', [...[5, 10, 20, 30].map((n) => [String(n), t('set.seconds', { n })]), ['0', t('set.closed')]], own.notice ?? app.state.notice_seconds, (notice) => ({ notice: Number(notice) })),
      toggle('gestures', t('set.gestures.text')), toggle('letters', t('set.letters.text')), toggle('streak', t('set.streak.text'))),
    app.accounts.length > 0 && section(t('account.title'), app.accounts.map((one) => more.account(app, one, read))),
    tiers.standings.map((one) => section(visible(one.title), h('ul', {}, one.lines.map((line) => h('li', {}, visible(line)))),
      one.offers.length > 0 && [h('h3', {}, t('tier.offers')), h('ul', {}, one.offers.map((offer) => h('li', {}, visible(offer))))],
      one.redeems && button(t('tier.code'), async () => (await import('/more/code.js')).askCode(app, { issuer: one.issuer, again: read }), { 'data-focus': `code ${one.issuer}`, 'aria-haspopup': 'dialog' }),
      !one.redeems && h('p', { class: 'dim' }, t('tier.redeem'), ' ', h('code', {}, 'cleanrules tier redeem FILE')))),
    button(t('set.tour'), () => showTour(() => app.save({ tour: 1 })), { 'data-focus': 'tour' })];
  });
}

function about(app) {
  return page(app, 'about', () => call('/api/about'), (data) => {
    const command = (text) => h('p', { class: 'command' }, h('code', {}, guarded(text)), button(t('copy'), () => copy(text), { 'aria-label': `${t('copy')}: ${text}` }));
    const fact = (name, value) => [h('dt', {}, t(`about.${name}`)), h('dd', {}, h('bdi', {}, visible(value)))];
    return [h('p', { class: 'lead' }, t('about.lead')), h('ul', {}, [1, 2, 3, 4].map((n) => h('li', {}, t(`about.${n}`)))),
      section(t('about.where'), h('dl', {}, fact('state', data.state_file), fact('cache', data.cache_folder), fact('rules', data.rules), fact('drives', data.drives.join(', ')), fact('version', data.version))),
      section(t('about.take'), h('p', {}, t('about.take.text')), h('p', {}, h('a', { class: 'button', href: keyed('/api/export'), download: 'cleanrules-export.json' }, t('about.download'))), command(data.commands.export)),
      section(t('about.forget'), h('p', {}, t('about.forget.text')), command(data.commands.forget))];
  });
}

const help = (app) => page(app, 'help', async () => (await import('/more/help.js')).load(), (draw) => draw());

const groups = (app) => page(app, 'groups', async () => {
  const { overview } = await import('/more/groups.js');
  return overview(app);
}, (draw, read) => [lookedAt(app.state), draw(read)]);

export const pages = { '/groups': groups, '/marked': marked, '/plan': plan, '/history': history, '/stats': stats, '/settings': settings, '/help': help, '/about': about };
