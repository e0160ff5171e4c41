/* SPDX-License-Identifier: Apache-2.0 */
/* The data of the page, and what is worked out of it once. */
'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId('data').textContent);
  const all = data.rows, count = all.name.length;
  const t = data.words, language = data.language;
  const kinds = {d: 'delete', r: 'review', k: 'keep'}, signs = {d: '−', r: '?', k: '+'};
  const words = {d: t.verdictDelete, r: t.verdictReview, k: t.verdictKeep};
  const number = new Intl.NumberFormat(language), plural = new Intl.PluralRules(language);
  const tenth = new Intl.NumberFormat(language, {minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false});
  const dates = (options, locale = language === 'en' ? 'en-GB' : language) => {
    try { return new Intl.DateTimeFormat(locale, {timeZone: data.timezone, ...options}); }
    catch { return new Intl.DateTimeFormat(locale, {timeZone: 'UTC', ...options}); }
  };
  const dayParts = dates({year: 'numeric', month: '2-digit', day: '2-digit'}, 'en-GB');
  const longDate = dates({dateStyle: 'long', timeStyle: 'short'});

  /* A text with its places filled; one with forms is chosen by n, and numbers are written out. */
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? number.format(value) : value;
  });
  const say = (entry, values = {}) => filled(
    typeof entry === 'string' ? entry : entry[plural.select(values.n)] ?? entry.other, values);

  const day = (seconds) => {
    if (seconds === null) return '';
    const part = {};
    for (const {type, value} of dayParts.formatToParts(seconds * 1000)) part[type] = value;
    return say(t.reportLiveDay, part);
  };
  const size = (bytes) => {
    if (bytes < 1024) return `${bytes} B`;
    const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
    let unit = -1, value = bytes;
    do { value /= 1024; unit += 1; } while (Math.round(value * 10) >= 10240 && unit < 5);
    return `${tenth.format(Math.round(value * 10) / 10)} ${units[unit]}`;
  };
  const folderOf = (row) => data.folders[all.folder[row]];
  const join = ([drive, folder], name) => folder + '/' + name;
  const place = (folder, name, home) => {
    const [drive] = data.folders[folder];
    const path = join(data.folders[folder], name);
    return drive === home ? path : `${data.drives[drive]}: ${path}`;
  };
  const pathOf = (row) => join(folderOf(row), all.name[row]);
  const staying = (row) => data.copies[all.copy[row]] || null;

  /* The reason of a row in a sentence; where it speaks of files that stay, it names one. */
  const because = (row) => {
    const parts = data.reasons[all.reason[row]];
    const copies = staying(row);
    if (parts.length === 1 || !copies) return parts[0];
    const [total, [folder, name]] = copies;
    const rest = total - 1;
    const path = folder === all.folder[row] ? name : place(folder, name, folderOf(row)[0]);
    return filled(parts[rest === 0 ? 0 : plural.select(rest) === 'one' ? 1 : 2], {path, rest});
  };

  const haystacks = new Array(count);
  const haystack = (row) => haystacks[row] ??= (pathOf(row) + '\n'
    + (all.rule[row] < 0 ? '' : data.rules[all.rule[row]].id) + '\n' + because(row)).toLowerCase();
  /* How a row and its details are made. */
  const make = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const svg = (box, path) => {
    const space = 'http://www.w3.org/2000/svg';
    const picture = document.createElementNS(space, 'svg');
    picture.setAttribute('viewBox', box);
    picture.setAttribute('aria-hidden', 'true');
    for (const [name, d] of path) {
      const shape = document.createElementNS(space, 'path');
      shape.setAttribute('d', d);
      if (name) shape.setAttribute('class', name);
      shape.setAttribute('fill', 'currentColor');
      picture.append(shape);
    }
    return picture;
  };

  /* Text with what was searched for marked, and with written-out characters set apart. */
  const hidden = /\\(?:[nrt\\]|u(?:[0-9A-F]{4}|\{[0-9A-F]+\}))/g;
  const plain = (parent, text) => {
    let from = 0;
    for (const match of text.matchAll(hidden)) {
      parent.append(text.slice(from, match.index), make('span', 'escape', match[0]));
      from = match.index + match[0].length;
    }
    parent.append(text.slice(from));
  };
  const marked = (parent, text) => {
    const lower = text.toLowerCase();
    if (state.terms.length === 0 || lower.length !== text.length) return plain(parent, text);
    const spans = [];
    for (const term of state.terms) {
      for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + term.length)) {
        spans.push([at, at + term.length]);
      }
    }
    spans.sort((a, b) => a[0] - b[0]);
    let from = 0;
    for (const [start, end] of spans) {
      if (start < from) continue;
      plain(parent, text.slice(from, start));
      parent.append(make('mark', '', text.slice(start, end)));
      from = end;
    }
    plain(parent, text.slice(from));
  };

  const cell = (line, className, role = 'cell') => {
    const element = line.appendChild(make('td', className));
    element.setAttribute('role', role);
    return element;
  };

  const makeRow = (row, position) => {
    const line = make('tr', 'row');
    line.setAttribute('role', 'row');
    line.setAttribute('aria-rowindex', position + 2);
    line.dataset.row = row;
    const verdict = all.verdict[row];
    const badge = cell(line, 'verdict').appendChild(make('span', `badge ${kinds[verdict]}`));
    const sign = badge.appendChild(make('span', `sign ${kinds[verdict]}`, signs[verdict]));
    sign.setAttribute('aria-hidden', 'true');
    badge.append(words[verdict]);

    const item = cell(line, 'item', 'rowheader').appendChild(make('div', 'line'));
    const name = item.appendChild(make('span', 'name'));
    marked(name, all.name[row]);
    if (all.type[row] === 'f') name.append(make('span', 'tag', t.reportLiveFolder));
    const [drive, path] = folderOf(row);
    const folder = item.appendChild(make('span', 'folder'));
    if (data.drives.length > 1) plain(folder, data.drives[drive] + ': ');
    marked(folder, path === '' ? '/' : path);
    const more = item.appendChild(make('button', 'more'));
    more.type = 'button';
    more.setAttribute('aria-expanded', 'false');
    more.setAttribute('aria-label', say(t.reportLiveDetails, {name: all.name[row]}));
    more.append(svg('0 0 12 12', [['', 'M4 1.5 8.5 6 4 10.5 3 9.5 6.5 6 3 2.5z']]));

    cell(line, 'size right').textContent = all.size[row] === null ? (all.type[row] === 'f' ? '' : t.reportLiveUnknown) : size(all.size[row]);
    cell(line, 'changed number').textContent = day(all.time[row]);
    const rule = cell(line, all.rule[row] < 0 ? 'rule empty' : 'rule');
    rule.dataset.label = t.reportLiveRuleLabel;
    if (all.rule[row] >= 0) marked(rule, data.rules[all.rule[row]].id);
    marked(cell(line, 'because-cell').appendChild(make('span', 'because')), because(row));
    return line;
  };

  const fact = (list, term, text) => {
    list.append(make('dt', '', term));
    const value = list.appendChild(make('dd'));
    if (typeof text === 'string') plain(value, text); else value.append(text);
  };

  const makeDetail = (row) => {
    const line = make('tr', 'detail');
    line.setAttribute('role', 'row');
    const box = cell(line, '');
    box.colSpan = 6;
    const list = box.appendChild(make('dl', 'facts'));
    fact(list, t.reportLivePath, place(all.folder[row], all.name[row], data.drives.length > 1 ? -1 : 0));
    if (all.size[row] !== null) fact(list, t.reportLiveSize, say(t.reportLiveBytes, {n: all.size[row]}));
    fact(list, t.reportLiveChanged, all.time[row] === null ? t.reportLiveNotKnown : `${longDate.format(all.time[row] * 1000)} (${data.timezone})`);
    if (all.rule[row] >= 0) {
      const rule = data.rules[all.rule[row]];
      fact(list, t.reportLiveRule, rule.why ? `${rule.id}: ${rule.why}` : rule.id);
    }
    if (because(row).length > 110) fact(list, t.reportLiveBecause, because(row));
    const [what, also] = data.handling[all.how[row]];
    if (what) fact(list, t.reportLiveThen, what);
    if (also) fact(list, t.reportLiveAlso, also);
    const copies = staying(row);
    if (copies) {
      const [total, ...known] = copies;
      const stay = make('ul');
      for (const [folder, name] of known) plain(stay.appendChild(make('li')), place(folder, name, data.drives.length > 1 ? -1 : 0));
      if (total > known.length) stay.append(make('li', 'soft', say(t.reportLiveMore, {n: total - known.length})));
      fact(list, say(t.reportLiveStays, {n: total}), stay);
    }
    return line;
  };
  /* Searching, filtering, sorting, and showing a page of what is left. */
  const state = {terms: [], verdict: '', rules: new Set(), column: 'path', falling: false, page: 0, perPage: 100};
  const table = byId('table'), body = byId('rows'), status = byId('status'), nothing = byId('nothing');
  let shown = [], order = null, spoken = 0;

  const strings = {verdict: (row) => 'drk'.indexOf(all.verdict[row]), rule: (row) => all.rule[row] < 0 ? null : rank.rule[all.rule[row]],
    size: (row) => all.size[row], changed: (row) => all.time[row], why: (row) => rank.reason[all.reason[row]], path: (row) => row};
  const ranks = (texts) => {
    const sorted = texts.map((text, index) => [text, index]).sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
    const rank = new Array(texts.length);
    sorted.forEach(([, index], place) => { rank[index] = place; });
    return rank;
  };
  const rank = {rule: ranks(data.rules.map((rule) => rule.id)), reason: ranks(data.reasons.map((parts) => parts.join('')))};

  /* All rows in the chosen order; rows that lack the value come last either way. */
  const sorted = () => {
    const value = strings[state.column], turn = state.falling ? -1 : 1;
    const rows = Array.from({length: count}, (_, row) => row);
    if (state.column === 'path') return state.falling ? rows.reverse() : rows;
    const keys = rows.map(value);
    return rows.sort((a, b) => {
      const left = keys[a], right = keys[b];
      if (left === right) return a - b;
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -turn : turn;
    });
  };

  const fits = (row) => (state.verdict === '' || all.verdict[row] === state.verdict)
    && (state.rules.size === 0 || state.rules.has(all.rule[row]))
    && state.terms.every((term) => haystack(row).includes(term));

  const filter = () => {
    order ??= sorted();
    shown = order.filter(fits);
    state.page = 0;
    show();
  };

  const pageCount = () => Math.max(1, Math.ceil(shown.length / state.perPage));
  const show = (from = state.page * state.perPage, until = from + state.perPage) => {
    const rows = shown.slice(from, until);
    body.replaceChildren(...rows.map((row, index) => makeRow(row, from + index)));
    table.setAttribute('aria-rowcount', shown.length + 1);
    table.hidden = rows.length === 0;
    nothing.hidden = rows.length !== 0;
    byId('pager').hidden = shown.length <= 100 && state.page === 0;
    byId('page').textContent = say(t.reportLivePage, {number: state.page + 1, total: pageCount()});
    byId('previous').disabled = state.page === 0;
    byId('next').disabled = state.page + 1 >= pageCount();
    byId('clear').hidden = state.terms.length === 0 && state.verdict === '' && state.rules.size === 0;
    tell();
  };

  /* Said by screen readers as well, so it waits until typing pauses. */
  const tell = () => {
    clearTimeout(spoken);
    let bytes = 0, unknown = 0;
    for (const row of shown) {
      if (all.size[row] !== null) bytes += all.size[row]; else if (all.type[row] !== 'f') unknown += 1;
    }
    const from = state.page * state.perPage;
    const found = shown.length === count ? t.reportLiveAll : t.reportLiveMatch;
    let text = say(found, {n: shown.length, total: count, size: size(bytes)});
    if (unknown > 0) text = say(t.reportLiveOfUnknown, {text, count: unknown});
    if (pageCount() > 1) text = say(t.reportLiveShowing, {text, a: from + 1, b: Math.min(from + state.perPage, shown.length)});
    spoken = setTimeout(() => { status.textContent = text; }, 150);
  };

  const turn = (step) => {
    state.page = Math.min(Math.max(0, state.page + step), pageCount() - 1);
    show();
    const [used, other] = step > 0 ? ['next', 'previous'] : ['previous', 'next'];
    if (byId(used).disabled) byId(other).focus();
    byId('items').scrollIntoView();
  };

  const sortBy = (column, falling) => {
    if (state.column !== column || state.falling !== falling) order = null;
    state.column = column;
    state.falling = falling;
    for (const head of table.querySelectorAll('th')) {
      const isThis = head.dataset.column === column;
      head.setAttribute('aria-sort', isThis ? (falling ? 'descending' : 'ascending') : 'none');
    }
    byId('sort').value = `${column} ${falling ? 'down' : 'up'}`;
    filter();
  };

  const press = () => {
    for (const chip of document.querySelectorAll('.chip[data-verdict]')) {
      chip.setAttribute('aria-pressed', String(chip.dataset.verdict === state.verdict));
    }
    for (const chip of document.querySelectorAll('.chip[data-rule]')) {
      chip.setAttribute('aria-pressed', String(state.rules.has(Number(chip.dataset.rule))));
    }
  };

  const clear = () => {
    state.terms = [];
    state.verdict = '';
    state.rules.clear();
    byId('search').value = '';
    press();
    filter();
  };
  /* What reacts to people. */
  const chip = (parent, text, total, kind, value) => {
    const button = parent.appendChild(make('button', 'chip'));
    button.type = 'button';
    button.dataset[kind] = value;
    button.setAttribute('aria-pressed', 'false');
    plain(button, text);
    button.append(' ', make('span', 'count', number.format(total)));
    return button;
  };

  const addChips = () => {
    const verdicts = {d: 0, r: 0, k: 0}, rules = new Map();
    for (let row = 0; row < count; row += 1) {
      verdicts[all.verdict[row]] += 1;
      rules.set(all.rule[row], (rules.get(all.rule[row]) ?? 0) + 1);
    }
    const first = byId('verdicts');
    chip(first, t.reportLiveChipAll, count, 'verdict', '');
    for (const verdict of ['d', 'r', 'k']) {
      if (verdicts[verdict] > 0) chip(first, `${signs[verdict]} ${words[verdict]}`, verdicts[verdict], 'verdict', verdict);
    }
    const second = byId('rule-chips');
    const known = [...rules].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    second.hidden = known.length < 2;
    known.forEach(([rule, total], index) => {
      const button = chip(second, rule < 0 ? t.reportLiveNoRule : data.rules[rule].id, total, 'rule', rule);
      if (known.length > 10 && index >= 8) button.hidden = true;
    });
    if (known.length > 10) {
      const all = chip(second, t.reportLiveMoreRules, known.length - 8, 'open', 'true');
      all.removeAttribute('aria-pressed');
      all.addEventListener('click', () => {
        const next = all.nextElementSibling ?? second.querySelector('.chip[hidden]');
        for (const button of second.querySelectorAll('.chip[hidden]')) button.hidden = false;
        all.remove();
        next?.focus();
      });
    }
  };

  const toggle = (button) => {
    const line = button.closest('tr'), isOpen = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!isOpen));
    line.classList.toggle('open', !isOpen);
    if (isOpen) line.nextElementSibling.remove(); else line.after(makeDetail(Number(line.dataset.row)));
  };

  byId('items').addEventListener('click', (event) => {
    const pressed = event.target.closest('.chip[data-verdict], .chip[data-rule]');
    if (pressed) {
      if (pressed.dataset.verdict !== undefined) {
        state.verdict = pressed.dataset.verdict;
      } else {
        const rule = Number(pressed.dataset.rule);
        if (!state.rules.delete(rule)) state.rules.add(rule);
      }
      press();
      return filter();
    }
    const head = event.target.closest('.th');
    if (head) {
      const column = head.closest('th').dataset.column;
      const isSame = state.column === column;
      return sortBy(column, isSame ? !state.falling : column === 'size' || column === 'changed');
    }
    const button = event.target.closest('.more');
    if (button) return toggle(button);
    const line = event.target.closest('tr.row');
    if (line && String(getSelection()) === '') toggle(line.querySelector('.more'));
  });

  let typing = 0;
  byId('search').addEventListener('input', (event) => {
    clearTimeout(typing);
    const text = event.target.value;
    typing = setTimeout(() => {
      state.terms = text.toLowerCase().split(/\s+/).filter((term) => term !== '');
      filter();
    }, count > 20000 ? 100 : 30);
  });
  byId('search').addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.target.value === '') return;
    event.preventDefault();
    event.target.value = '';
    event.target.dispatchEvent(new Event('input'));
  });
  byId('sort').addEventListener('change', (event) => {
    const [column, way] = event.target.value.split(' ');
    sortBy(column, way === 'down');
  });
  byId('per-page').addEventListener('change', (event) => {
    state.perPage = Number(event.target.value);
    state.page = 0;
    show();
  });
  byId('previous').addEventListener('click', () => turn(-1));
  byId('next').addEventListener('click', () => turn(1));
  byId('clear').addEventListener('click', () => { clear(); byId('search').focus(); });
  byId('clear-too').addEventListener('click', () => { clear(); byId('search').focus(); });
  for (const link of document.querySelectorAll('a[data-rule]')) {
    link.addEventListener('click', () => {
      clear();
      state.rules.add(Number(link.dataset.rule));
      press();
      filter();
    });
  }

  /* On paper there are no pages to turn: up to 2,000 rows go out. */
  addEventListener('beforeprint', () => show(0, 2000));
  addEventListener('afterprint', () => show());

  const themes = ['', 'light', 'dark'], themeNames = [t.reportLiveAutomatic, t.reportLiveLight, t.reportLiveDark];
  const theme = byId('theme');
  theme.addEventListener('click', () => {
    const next = (themes.indexOf(document.documentElement.dataset.theme ?? '') + 1) % 3;
    if (next === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = themes[next];
    byId('theme-name').textContent = themeNames[next];
  });

  for (const element of document.querySelectorAll('[data-live]')) element.hidden = false;
  document.documentElement.classList.add('smooth');
  byId('items').classList.add('live');
  addChips();
  press();
  sortBy('path', false);
})();
