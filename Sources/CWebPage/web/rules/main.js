// SPDX-License-Identifier: Apache-2.0
// The page of rules as a whole: what they say, what was typed, and what that would come to.
import { fill, h, icon, say } from '/app/dom.js';
import { languages, named, number, size, t, useLanguage, visible } from '/app/i18n.js';
import { call, Connection, useKeys } from '/app/live.js';
import { Card, itemRow, signed } from './card.js';
import { Draft } from './draft.js';

const $ = (id) => document.getElementById(id);
/** How long nothing is typed before it is asked what comes of it, in milliseconds. */
const pause = 300;

const app = {
  draft: new Draft(),
  /** The rules when they could be read last. */
  known: [],
  /** What somebody else did to what was typed here. */
  notice: '',
  fields: {},
  /** What the server said of the rules in the file, and of the draft. */
  data: null,
  preview: null,
  cards: new Map(),
  revision: 0,

  edited(rule) {
    if (rule) app.cards.get(rule.id)?.mark();
    app.preview = null;
    clearTimeout(app.timer);
    app.timer = setTimeout(ask, pause);
    draw();
  },
  removed(card) {
    const { rule } = card;
    if (rule.isNew) {
      app.draft.drop(rule);
      app.cards.delete(rule.id);
      card.element.remove();
      document.querySelector('h1').focus();
    } else {
      app.draft.removed.add(rule.id);
      card.show('');
      card.draw();
      card.element.querySelector('button')?.focus();
    }
    app.edited();
  },
  showProblems,
};

// MARK: What comes of it

let asking = 0;

async function ask() {
  if (app.draft.isEmpty) return;
  const turn = asking += 1;
  const edits = app.draft.edits(app.data.rules);
  try {
    const answer = await call('/api/preview', { edits });
    if (turn !== asking || app.draft.isEmpty) return;
    app.preview = { ...answer, edits };
    if (answer.digest !== app.data.digest) load();
  } catch (error) {
    if (turn !== asking) return;
    app.preview = { ok: false, message: error.status ? error.message : t('bar.lost'), findings: [], edits };
  }
  for (const [id, card] of app.cards) card.showCounts(app.preview.shares ? app.preview.shares[id] : card.rule.share);
  showProblems();
  draw();
  say($('effect').textContent);
}

/** What is wrong with what was typed, by rule and key; what is of no field is returned. */
function showProblems() {
  const byRule = new Map();
  const loose = [];
  const note = (id, key, text) => {
    if (!byRule.has(id)) byRule.set(id, new Map());
    const problems = byRule.get(id);
    problems.set(key, problems.has(key) ? `${problems.get(key)}; ${text}` : text);
  };
  const { preview } = app;
  if (preview && !preview.ok) {
    const edit = preview.edits[preview.edit];
    if (edit?.key) note(edit.id, edit.key, preview.message);
    else if (preview.edit != null || !preview.findings.length) loose.push(preview.message);
    for (const finding of preview.findings) {
      if (finding.id) note(finding.id, finding.key ?? '', finding.message);
      else loose.push(finding.message);
    }
  }
  for (const [id, card] of app.cards) {
    const problems = byRule.get(id) ?? new Map();
    if (!card.tell(problems)) for (const text of problems.values()) loose.push(`${visible(id)}: ${text}`);
    byRule.delete(id);
  }
  for (const [id, problems] of byRule) for (const text of problems.values()) loose.push(`${visible(id)}: ${text}`);
  app.loose = loose;
}

// MARK: Saving

async function change(path, body, done) {
  for (const button of document.querySelectorAll('#save, #undo')) button.disabled = true;
  clearTimeout(app.timer);
  try {
    const data = await call(path, { ...body, digest: app.data.digest });
    app.draft.clear();
    app.preview = null;
    app.notice = '';
    asking += 1;
    take(data);
    say(done);
    $('note').textContent = done;
    ($('undo').disabled ? document.querySelector('h1') : $('undo')).focus();
  } catch (error) {
    const text = error.status ? error.message : t('bar.lost');
    say(text, 'alert');
    $('note').textContent = text;
    // It stands at what was typed until that is saved or discarded.
    app.notice = text;
    if (error.status === 409) await load();
    draw();
  }
}

const save = () => change('/api/save', { edits: app.draft.edits(app.data.rules) }, t('done.save'));
const undo = () => change('/api/undo', {}, t('done.undo'));

function discard() {
  app.draft.clear();
  app.preview = null;
  app.notice = '';
  asking += 1;
  clearTimeout(app.timer);
  build();
  document.querySelector('h1').focus();
}

// MARK: The page

/** Says what somebody else did to what was typed here, and lets it stand. */
function tell(text) {
  app.notice = text;
  say(text, 'alert');
}

function take(data) {
  const isOther = !app.data || app.data.digest !== data.digest
    || data.rules.map((rule) => rule.id).join('\n') !== app.data.rules.map((rule) => rule.id).join('\n');
  if (data.ok) {
    const clashes = app.draft.clashes(app.known, data.rules);
    if (clashes.length) tell(t('rules.clash', { names: clashes.join('; ') }));
    app.known = data.rules;
  }
  app.data = data;
  app.fields = data.fields;
  // What cannot be read now says nothing of the rules: what was typed stays.
  if (data.ok) {
    const lost = app.draft.settle(data.rules);
    if (lost.length) tell(t('rules.lost', { names: lost.join(', ') }));
  }
  if (isOther) build();
  else {
    for (const rule of data.rules) app.cards.get(rule.id)?.take(rule);
    lead();
    draw();
  }
  if (!app.draft.isEmpty) app.edited();
}

async function load() {
  // What is news while an answer is on its way is asked for once more.
  app.isBehind = true;
  if (app.isLoading) return app.isLoading;
  app.isLoading = (async () => {
    try {
      while (app.isBehind) {
        app.isBehind = false;
        take(await call('/api/rules'));
      }
    } catch (error) {
      if (error.status) fill($('findings'), h('p', { class: 'warn' }, error.message));
    }
    app.isLoading = null;
  })();
  return app.isLoading;
}

/** Draws everything anew; what is open stays open. */
function build() {
  const open = new Map([...app.cards].map(([id, card]) => [id, card.open]));
  const { activeElement: active } = document;
  const place = active?.name ? { rule: active.closest('[data-rule]')?.dataset.rule, name: active.name, start: active.selectionStart, end: active.selectionEnd } : null;
  app.cards.clear();
  const list = (isProtection) => h('div', { class: 'list', id: isProtection ? 'protections' : 'rules' },
    [...app.data.rules, ...app.draft.added].filter((rule) => rule.protect === isProtection).map((rule) => {
      const card = new Card(rule, app);
      app.cards.set(rule.id, card);
      return card.element;
    }));
  fill($('main'), h('div', { class: 'content' },
    h('h1', { tabindex: '-1' }, t('title')), h('p', { class: 'lead', id: 'lead' }), h('div', { id: 'findings' }),
    h('section', { 'aria-labelledby': 'rules-title' }, h('h2', { id: 'rules-title' }, t('rules')), h('p', { class: 'dim' }, t('rules.text')), list(false), adder(false)),
    h('section', { 'aria-labelledby': 'protections-title' }, h('h2', { id: 'protections-title' }, t('protections')), h('p', { class: 'dim' }, t('protections.text')), list(true), adder(true)),
    h('p', { class: 'note dim', id: 'note' })));
  for (const [id, card] of app.cards) if (open.get(id)) card.show(open.get(id));
  // Who types goes on typing, also when somebody else changed the file.
  const input = place === null ? undefined : app.cards.get(place.rule)?.inputs.get(place.name);
  input?.focus();
  if (input?.setSelectionRange) input.setSelectionRange(place.start, place.end);
  lead();
  draw();
}

/** What the rules come to together, or what to do where nobody knows. */
function lead() {
  const { all, findings, ok, sync, path } = app.data;
  if (all) {
    const parts = [t('all.items', { n: all.takes.items, size: size(all.takes.bytes) }),
      t('all.delete', { n: all.delete.items, size: size(all.delete.bytes) }), t('all.review', { n: all.review.items, size: size(all.review.bytes) })];
    fill($('lead'), parts.join(' '), app.data.needs_contents && ` ${t('all.contents')}`);
  } else if (ok) fill($('lead'), t('all.none'), ' ', h('code', {}, sync));
  else fill($('lead'), t('all.errors'));
  fill($('findings'), findings.length > 0 && h('ul', { class: 'findings' }, findings.map((finding) => h('li', { class: finding.severity === 'error' ? 'warn' : '' },
    finding.line != null && `${t('finding.line', { line: finding.line })} `, finding.message))));
  $('path').textContent = visible(path);
  $('undo').disabled = !app.data.can_undo || !app.draft.isEmpty;
}

/** The form for a new rule: its name is all that it needs to begin with. */
function adder(isProtection) {
  const id = isProtection ? 'new-protection' : 'new-rule';
  const input = h('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false', maxlength: '100', placeholder: t('form.example', { example: isProtection ? 'contracts' : 'old-installers' }), 'aria-describedby': `${id}-wrong` });
  const wrong = h('p', { class: 'warn wrong', id: `${id}-wrong`, role: 'alert' });
  const add = () => {
    const name = input.value.trim();
    const isTaken = app.cards.has(name);
    wrong.textContent = !name ? t('add.empty') : isTaken ? t('add.taken', { id: named(name) }) : '';
    if (!name || isTaken) return input.focus();
    const card = new Card(app.draft.add(name, isProtection), app);
    app.cards.set(name, card);
    $(isProtection ? 'protections' : 'rules').append(card.element);
    input.value = '';
    app.edited();
    card.show('edit', { isAsked: true });
    return undefined;
  };
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); add(); } });
  return h('div', { class: 'adder' }, h('label', { for: id }, t(isProtection ? 'add.protection' : 'add.rule')),
    h('div', { class: 'row' }, input, h('button', { onclick: add }, t('add'))), wrong);
}

function frame() {
  const button = h('button', { id: 'undo', disabled: true, onclick: undo }, icon('undo'), t('undo'));
  fill($('top'), h('span', { class: 'brand' }, 'cleanrules'), h('code', { class: 'path', id: 'path' }), button);
  $('skip').textContent = t('skip');
  $('draft').setAttribute('aria-label', t('draft.label'));
  fill($('draft'), h('div', { class: 'inside' }, h('p', { class: 'warn', id: 'notice' }), h('div', { class: 'effect', id: 'effect' }),
    h('div', { class: 'row' }, h('button', { id: 'save', class: 'keep', onclick: save }, icon('done'), t('draft.save')), h('button', { id: 'discard', class: 'quiet strong', onclick: discard }, t('draft.discard'))),
    h('details', { id: 'what' }, h('summary', {}, t('draft.what')), h('ul', { class: 'items', id: 'changed' }), h('pre', { id: 'diff', tabindex: '0', 'aria-label': t('draft.diff') }))));
}

/** The bar with what was typed: what comes of it, and the way to keep it. */
function draw() {
  const { draft, preview } = app;
  $('draft').hidden = draft.isEmpty;
  document.documentElement.dataset.draft = draft.isEmpty ? 'none' : preview ? preview.ok ? 'good' : 'bad' : 'asked';
  document.title = `${draft.isEmpty ? '' : '• '}${t('title')} – cleanrules`;
  if ($('undo')) $('undo').disabled = !app.data?.can_undo || !draft.isEmpty;
  $('notice').textContent = visible(app.notice);
  $('notice').hidden = !app.notice;
  if (draft.isEmpty) {
    if (app.notice && $('note')) $('note').textContent = visible(app.notice);
    return;
  }
  $('note').textContent = '';
  $('save').disabled = !preview?.ok;
  $('what').hidden = !preview?.ok;
  if (!preview) {
    if (!$('effect').textContent) fill($('effect'), h('p', { class: 'dim' }, t('draft.wait')));
    $('effect').classList.add('old');
    return;
  }
  $('effect').classList.remove('old');
  if (!preview.ok) {
    fill($('effect'), h('p', { class: 'warn' }, h('strong', {}, t('draft.wrong')), ' ', app.loose.join('; ')));
    return;
  }
  fill($('effect'), effect(preview), preview.findings.filter((finding) => !app.data.findings.some((old) => old.message === finding.message))
    .map((finding) => h('p', { class: 'warn' }, finding.message)));
  fill($('changed'), (preview.changed ?? []).map((item) => itemRow(item, item.before)));
  $('diff').textContent = preview.diff.map((line) => visible(line).replaceAll('\\\\', '\\')).join('\n');
}

function effect(preview) {
  if (!preview.delete) return h('p', {}, t('effect.unknown'));
  const contents = preview.needs_contents && ` ${t('all.contents')}`;
  if (!preview.changed_total) return h('p', {}, t('effect.none'), contents);
  const { largest } = preview;
  return h('p', {}, h('strong', {}, `${signed(preview.delete.items)} ${t('effect.delete')}`), ` (${bytes(preview.delete.bytes)}), `,
    h('strong', {}, `${signed(preview.review.items)} ${t('effect.review')}`), '. ',
    largest && t('effect.largest', { name: named(largest.path), size: size(largest.size) }), contents);
}

const bytes = (value) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${size(Math.abs(value))}`;

// MARK: The connection

const connection = new Connection({
  news(revision) { if (revision !== app.revision) connection.look(); },
  state(state) {
    if (state.revision === app.revision) return;
    app.revision = state.revision;
    load();
  },
  status(status) {
    $('bar').hidden = status === 'on';
    $('bar').setAttribute('aria-label', t('bar.label'));
    if (status !== 'on') fill($('bar'), h('strong', {}, t(`bar.${status}`)), ' ', t('bar.again'), ' ', h('code', {}, 'cleanrules rules --web'));
    say(status === 'on' ? t('bar.back') : t(`bar.${status}`), 'alert');
  },
});

addEventListener('pagehide', () => connection.close());
addEventListener('pageshow', (event) => { if (event.persisted) { connection.look(); connection.listen(); } });
addEventListener('storage', () => { if (app.data) connection.look(); else location.reload(); });
addEventListener('online', () => { if (connection.status !== 'on') connection.look(); });
addEventListener('beforeunload', (event) => { if (!app.draft.isEmpty) event.preventDefault(); });
addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  if (!app.draft.isEmpty && !$('save').disabled) save();
});

async function start() {
  const asked = new URLSearchParams(location.search).get('lang');
  await useLanguage(asked && (languages[asked] || /-X[AB]$/.test(asked)) ? asked : '', '/rules/strings');
  frame();
  try {
    const state = await call('/api/state');
    useKeys(state);
    app.revision = state.revision;
    take(await call('/api/rules'));
  } catch (error) {
    fill($('main'), h('div', { class: 'lonely' }, h('h1', {}, t('start.title')), h('p', {}, error.status && error.status !== 401 ? error.message : t(error.status ? 'start.signed-out' : 'start.failed')), h('pre', {}, 'cleanrules rules --web')));
    return;
  }
  connection.listen();
  document.documentElement.dataset.started = '';
}

start();
