// SPDX-License-Identifier: Apache-2.0
// What was typed and is not saved yet, and the edits that it comes to.

/** The fields that every rule has a place for, whether something stands there or not. */
export const simple = ['match.ext', 'match.name', 'match.path', 'match.age', 'match.size'];
/** Keys that have a place of their own. */
const special = ['id', 'why', 'enabled', 'then'];
/** Keys of which several values are words on one line. */
const words = ['match.ext', 'match.kind'];
/** Keys of which several values stand on a line each. */
const lines = ['match.name', 'match.path'];

const entryOf = (rule, key) => rule.entries.find((entry) => entry.key === key);

/** How `key` of `rule` is typed: as `words`, `lines`, `yaml` or `text`. */
export function form(rule, key) {
  const entry = entryOf(rule, key);
  if (entry?.form === 'yaml') return 'yaml';
  if (words.includes(key)) return 'words';
  if (entry?.form === 'list' || lines.includes(key)) return 'lines';
  return 'text';
}

/** What stands under `key` of `rule`, as it is typed. */
export function written(rule, key) {
  const entry = entryOf(rule, key);
  if (key === 'enabled') return rule.enabled;
  if (!entry) return '';
  return entry.form === 'list' ? entry.list.join(form(rule, key) === 'words' ? ', ' : '\n') : entry.text;
}

/** The keys of `rule` that can be typed, in their order. */
export function keys(rule) {
  const other = rule.entries.map((entry) => entry.key)
    .filter((key) => !special.includes(key) && !simple.includes(key));
  return ['why', ...rule.protect ? [] : ['then'], ...simple, ...other];
}

/** The value that was typed, as the server takes it. */
function value(rule, key, typed) {
  const kind = form(rule, key);
  if (kind === 'yaml') return { yaml: typed };
  if (kind === 'text') return { text: typed.trim() };
  const list = (kind === 'words' ? typed.split(/[\s,;]+/) : typed.split('\n').map((line) => line.trim())).filter(Boolean);
  return list.length === 1 ? { text: list[0] } : { list };
}

export class Draft {
  constructor() { this.clear(); }

  clear() {
    /** What was typed, by rule and key. */
    this.typed = new Map();
    this.removed = new Set();
    /** Rules that are not in the file yet. */
    this.added = [];
  }

  get isEmpty() { return !this.typed.size && !this.removed.size && !this.added.length; }

  set(rule, key, typed) {
    const place = this.typed.get(rule.id) ?? new Map();
    if (typed === written(rule, key)) place.delete(key);
    else place.set(key, typed);
    if (place.size) this.typed.set(rule.id, place);
    else this.typed.delete(rule.id);
  }

  get(rule, key) { return this.typed.get(rule.id)?.get(key) ?? written(rule, key); }

  isTouched(rule) { return this.typed.has(rule.id) || this.removed.has(rule.id) || Boolean(rule.isNew); }

  /** A rule or protection that is not in the file yet. */
  add(id, protect) {
    const rule = {
      id, protect, then: protect ? 'protect' : 'review', enabled: true, why: null, yaml: '', share: null, isNew: true,
      entries: [{ key: 'id', form: 'text', text: id, list: [] }, ...protect ? [] : [{ key: 'then', form: 'text', text: 'review', list: [] }]],
    };
    this.added.push(rule);
    return rule;
  }

  drop(rule) {
    this.typed.delete(rule.id);
    this.added = this.added.filter((other) => other !== rule);
    this.removed.delete(rule.id);
  }

  /** The edits for `rules`, those that are in the file. */
  edits(rules) {
    const edits = [];
    for (const rule of this.added) {
      const isPlain = /^[A-Za-z][\w-]*$/.test(rule.id) && !/^(true|false|null)$/i.test(rule.id);
      const id = isPlain ? rule.id : JSON.stringify(rule.id);
      edits.push({ deed: 'add', id: rule.id, protect: rule.protect, yaml: `id: ${id}\nmatch: {}${rule.protect ? '' : '\nthen: review'}` });
    }
    for (const rule of [...this.added, ...rules]) {
      const { id } = rule;
      if (this.removed.has(id)) {
        edits.push({ deed: 'remove', id });
        continue;
      }
      for (const [key, typed] of this.typed.get(id) ?? []) {
        if (key === 'enabled') edits.push({ deed: typed ? 'enable' : 'disable', id, key });
        else if (typed.trim()) edits.push({ deed: 'set', id, key, ...value(rule, key, typed) });
        else if (entryOf(rule, key)) edits.push({ deed: 'unset', id, key });
      }
    }
    return edits;
  }

  /** The names of what was typed over where somebody else has changed `before` to `after`. */
  clashes(before, after) {
    const found = [];
    for (const old of before) {
      const rule = after.find((other) => other.id === old.id);
      for (const [key, typed] of this.typed.get(old.id) ?? []) {
        if (rule && written(rule, key) !== written(old, key) && written(rule, key) !== typed) found.push(`${rule.id}, ${key.replace('match.', '')}`);
      }
    }
    return found;
  }

  /** Forgets what is about rules that are not there any more; the ids of those that something was typed for. */
  settle(rules) {
    const known = new Set([...rules, ...this.added].map((rule) => rule.id));
    const lost = [...this.typed.keys()].filter((id) => !known.has(id));
    for (const id of lost) this.typed.delete(id);
    for (const id of this.removed) if (!known.has(id)) this.removed.delete(id);
    return lost;
  }
}
