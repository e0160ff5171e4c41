// SPDX-License-Identifier: Apache-2.0
// A rule or a protection: what it says, what it comes to, what it takes, and the form to change it.
import { fill, h } from '/app/dom.js';
import { date, named, number, size, t, visible } from '/app/i18n.js';
import { call } from '/app/live.js';
import { form, keys, simple } from './draft.js';

const signs = { delete: '−', review: '?', keep: '+', protect: '!' };
const kinds = { delete: 'delete', keep: 'keep', protect: 'keep' };
const pageSize = 50;

/** The name of a key: in words where the page has them, else as it is written. */
const label = (key) => simple.includes(key) || ['why', 'then'].includes(key) ? t(`key.${key}`) : key.replace(/^match\./, '');

let counter = 0;

export class Card {
  /** `app` has `draft`, `fields`, `edited(rule)` and `removed(rule)`. */
  constructor(rule, app) {
    this.rule = rule;
    this.app = app;
    this.number = counter += 1;
    this.inputs = new Map();
    this.open = '';
    this.element = h('article', { class: 'panel rule', 'data-rule': rule.id, 'aria-labelledby': `name-${this.number}` });
    this.counts = h('p', { class: 'counts' });
    this.sort = h('span', {});
    this.why = h('p', {});
    this.when = h('ul', { class: 'when' });
    this.part = h('div', { class: 'part', id: `part-${this.number}` });
    this.draw();
  }

  draw() {
    const { rule, app } = this;
    const { draft } = app;
    const isRemoved = draft.removed.has(rule.id);
    this.element.classList.toggle('undone', isRemoved);
    this.mark();
    fill(this.element,
      h('div', { class: 'row head' },
        h('h3', { class: 'name', id: `name-${this.number}` }, h('bdi', {}, visible(rule.id))),
        this.sort, rule.file && h('span', { class: 'dim' }, t('rule.file', { file: named(rule.file) })),
        !rule.protect && !rule.isNew && !isRemoved && this.toggle()),
      this.why, this.when, this.counts,
      h('div', { class: 'row' }, isRemoved
        ? h('button', { class: 'quiet strong', onclick: () => { draft.removed.delete(rule.id); this.draw(); app.edited(); } }, t('rule.restore'))
        : [!rule.isNew && this.opener('items', t('rule.items')), this.opener('edit', t('rule.edit')), !rule.isNew && this.opener('text', t('rule.text'))]),
      this.part);
  }

  /** The switch by which a rule rests; a protection always counts. */
  toggle() {
    const { rule, app } = this;
    const box = h('input', {
      type: 'checkbox', role: 'switch', checked: app.draft.get(rule, 'enabled'), 'aria-label': t('rule.counts', { id: named(rule.id) }),
      onchange: () => { app.draft.set(rule, 'enabled', box.checked); this.mark(); app.edited(rule); },
    });
    return h('label', { class: 'switch' }, box, h('span', { 'aria-hidden': 'true' }, t('rule.on')));
  }

  /** Shows the rule as it was typed. */
  mark() {
    const { rule, app } = this;
    const then = rule.protect ? 'protect' : app.draft.get(rule, 'then');
    const why = app.draft.get(rule, 'why');
    this.element.classList.toggle('touched', app.draft.isTouched(rule));
    this.element.classList.toggle('off', !app.draft.get(rule, 'enabled'));
    this.sort.className = `sort ${kinds[then] ?? ''}`;
    fill(this.sort, `${signs[then] ?? ''} `, signs[then] ? t(`then.${then}`) : visible(then));
    fill(this.why, visible(why));
    this.why.hidden = !why;
    this.showConditions();
    this.showCounts();
  }

  showConditions() {
    const { rule, app } = this;
    const shown = keys(rule).filter((key) => !['why', 'then'].includes(key) && app.draft.get(rule, key));
    this.when.hidden = !shown.length;
    fill(this.when, shown.map((key) => {
      const text = app.draft.get(rule, key);
      return h('li', {}, h('span', { class: 'dim' }, label(key)), ' ', h(form(rule, key) === 'yaml' ? 'code' : 'bdi', {},
        text.split('\n').slice(0, 4).map((line) => visible(line)).join(form(rule, key) === 'yaml' ? '\n' : ', ')));
    }));
  }

  /** Shows `share`, which the server counted, and how it differs from what is saved. */
  showCounts(share = this.rule.share) {
    const { rule, app } = this;
    const isOff = !app.draft.get(rule, 'enabled');
    if (isOff) return fill(this.counts, t('count.off'));
    if (!share) return fill(this.counts);
    const { takes } = share;
    const values = { n: takes.items, size: size(takes.bytes) };
    if (rule.protect) return fill(this.counts, takes.items ? t('count.covers', values) : h('strong', { class: 'warn' }, t('count.covers-nothing')));
    if (!takes.items) return fill(this.counts, t('count.takes-nothing'));
    const parts = [share.delete.items && t('count.delete', { n: share.delete.items, size: size(share.delete.bytes) }),
      share.review.items && t('count.review', { n: share.review.items, size: size(share.review.bytes) })].filter(Boolean);
    fill(this.counts, t('count.takes', values), parts.length > 0 && ` ${t('count.of-them', { what: parts.join(', ') })}`);
  }

  // MARK: Parts

  opener(kind, text) {
    return h('button', {
      class: 'quiet strong', 'data-open': kind, 'aria-expanded': String(this.open === kind), 'aria-controls': this.part.id,
      'aria-describedby': `name-${this.number}`, onclick: () => this.show(this.open === kind ? '' : kind, { isAsked: true }),
    }, text);
  }

  /** Opens a part, or none; the focus goes there if a person asked for it. */
  show(kind, { isAsked = false } = {}) {
    this.open = kind;
    for (const button of this.element.querySelectorAll('[data-open]')) button.setAttribute('aria-expanded', String(button.dataset.open === kind));
    this.inputs.clear();
    if (kind === 'items') this.showItems();
    else if (kind === 'edit') this.showForm(isAsked);
    else if (kind === 'text') fill(this.part, h('pre', { tabindex: '0', 'aria-label': t('rule.text') }, this.rule.yaml.split('\n').map((line) => visible(line)).join('\n')));
    else fill(this.part);
  }

  async showItems() {
    const list = h('ul', { class: 'items' });
    const more = h('button', { hidden: true, onclick: () => next() }, t('items.more'));
    const note = h('p', { class: 'dim' }, t('items.wait'));
    fill(this.part, note, list, more);
    const next = async () => {
      try {
        const data = await call(`/api/items?id=${encodeURIComponent(this.rule.id)}&after=${list.children.length}&n=${pageSize}`);
        const rows = data.items.map((item) => itemRow(item));
        list.append(...rows);
        if (list.children.length > rows.length) rows[0]?.querySelector('.name')?.focus();
        more.hidden = list.children.length >= data.total;
        note.textContent = data.total ? t('items.shown', { n: data.total, shown: list.children.length }) : t('items.none');
      } catch (error) {
        note.textContent = error.code === 'unknown' ? t('items.none') : error.message || t('start.failed');
      }
    };
    await next();
  }

  showForm(isAsked) {
    const { rule, app } = this;
    const fields = keys(rule).map((key) => this.field(key));
    fill(this.part, h('div', { class: 'form', role: 'group', 'aria-label': t('rule.edit-of', { id: named(rule.id) }) },
      fields, h('p', { class: 'dim' }, t('form.note')),
      h('div', { class: 'row' }, h('button', { class: 'quiet strong warn', onclick: () => app.removed(this) }, t('rule.remove')))));
    app.showProblems();
    if (isAsked) this.part.querySelector('input, textarea, select')?.focus();
  }

  field(key) {
    const { rule, app } = this;
    const kind = form(rule, key);
    const id = `field-${this.number}-${key}`;
    const shared = { id, name: key, 'aria-describedby': `${id}-wrong`, autocomplete: 'off', spellcheck: 'false' };
    const text = app.draft.get(rule, key);
    const example = app.fields[key.replace('match.', '')];
    const placeholder = simple.includes(key) && example ? t('form.example', { example }) : null;
    let input;
    if (key === 'then') {
      const choices = ['review', 'delete', 'keep'];
      input = h('select', shared, (choices.includes(text) ? choices : [...choices, text]).map((choice) => h('option', { value: choice, selected: choice === text },
        choices.includes(choice) ? `${signs[choice]} ${t(`then.${choice}`)}` : choice)));
    } else if (kind === 'lines' || kind === 'yaml') {
      input = h('textarea', { ...shared, class: kind, rows: String(Math.min(12, text.split('\n').length + (kind === 'yaml' ? 1 : 0))), placeholder });
      input.value = text;
    } else {
      input = h('input', { ...shared, type: 'text', placeholder });
      input.value = text;
    }
    input.addEventListener('input', () => {
      if (input.tagName === 'TEXTAREA') input.rows = Math.min(12, input.value.split('\n').length);
      app.draft.set(rule, key, input.value);
      this.mark();
      app.edited(rule);
    });
    this.inputs.set(key, input);
    return h('div', { class: `field ${kind}` }, h('label', { for: id }, label(key), kind === 'lines' && h('span', { class: 'dim' }, ` ${t('form.lines')}`)), input,
      h('p', { class: 'warn wrong', id: `${id}-wrong` }));
  }

  /** Says at each field what is wrong with it; `problems` are texts by key. Whether all have a place. */
  tell(problems) {
    let isTold = true;
    for (const [key, input] of this.inputs) {
      const text = problems.get(key) ?? '';
      input.setAttribute('aria-invalid', String(Boolean(text)));
      const place = document.getElementById(`${input.id}-wrong`);
      if (place.textContent !== text) place.textContent = text;
    }
    for (const key of problems.keys()) isTold &&= this.inputs.has(key);
    return isTold;
  }

  /** Takes the same rule with other counts, as after a new listing. */
  take(rule) {
    const isOther = JSON.stringify(rule.share) !== JSON.stringify(this.rule.share);
    this.rule = rule;
    this.mark();
    if (isOther && this.open === 'items') this.show('items');
  }
}

/** An item as a row: its name, where it lies, how large and how old it is, and what becomes of it. */
export function itemRow(item, before) {
  const slash = item.path.lastIndexOf('/');
  const [folder, name] = [item.path.slice(0, slash) || '/', item.path.slice(slash + 1)];
  const kind = { delete: 'delete', keep: 'keep' }[item.verdict] ?? '';
  return h('li', { class: `item ${kind}` },
    h('span', { class: 'thumb sign', 'aria-hidden': 'true' }, signs[item.verdict]),
    h('div', {}, h('span', { class: 'name', tabindex: '-1' }, h('bdi', {}, visible(name), item.folder && '/')),
      h('span', { class: 'dim' }, h('bdi', {}, visible(folder)), ' · ', item.size == null && item.folder ? t('items.folder') : size(item.size), item.modified && ` · ${date(item.modified)}`)),
    h('span', { class: 'tag' }, before ? t('items.becomes', { before: t(`verdict.${before}`), after: t(`verdict.${item.verdict}`) }) : t(`verdict.${item.verdict}`)));
}

/** How many, with its sign. */
export const signed = (value) => value > 0 ? `+${number(value)}` : value < 0 ? `−${number(-value)}` : '±0';
