// SPDX-License-Identifier: Apache-2.0
// Words, numbers, sizes and dates in the language of the person.

/** The languages that the page speaks, and what they call themselves. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };
const pseudo = { 'en-XA': 'ltr', 'ar-XB': 'rtl' };

let strings = {};
let fallback = {};
let locale = 'en';
let zone;
let plurals;
let forms = new Map();

const fetchStrings = async (folder, language) => (await fetch(`${folder}/${language}.json`)).json();

/** Takes the language that was chosen, else the first of the browser's that the page speaks; `folder` has its words. */
export async function useLanguage(chosen, folder = '/strings') {
  const wished = chosen ? [chosen] : navigator.languages ?? [];
  const found = wished.find((tag) => pseudo[tag] || languages[tag.split('-')[0]]) ?? 'en';
  const language = pseudo[found] ? 'en' : found.split('-')[0];
  fallback = Object.keys(fallback).length ? fallback : await fetchStrings(folder, 'en');
  strings = language === 'en' ? fallback : await fetchStrings(folder, language);
  // Formats as of the region that the browser names, such as de-AT.
  const regional = (navigator.languages ?? []).find((tag) => tag.split('-')[0] === language);
  locale = pseudo[found] ? 'en' : regional ?? language;
  plurals = new Intl.PluralRules(locale);
  forms = new Map();
  if (pseudo[found]) strings = pseudoStrings();
  document.documentElement.lang = pseudo[found] ? 'en' : language;
  document.documentElement.dir = pseudo[found] ?? 'ltr';
}

/** Days and times are those of the server's zone, in which it counts. */
export function useTimeZone(name) {
  if (name === zone) return;
  zone = name;
  forms = new Map();
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    zone = undefined;
  }
}

// English with marks and a third longer: what is not translated or too tight is seen at once.
function pseudoStrings() {
  const marked = (text) => {
    const parts = text.split(/(\{\w+\})/);
    const body = parts.map((part) => part.startsWith('{') ? part : part.replace(
      /[aeiouAEIOUcn]/g, (letter) => 'áéíóúÁÉÍÓÚçñ'['aeiouAEIOUcn'.indexOf(letter)])).join('');
    return `[${body}${'~'.repeat(Math.ceil(text.length / 3))}]`;
  };
  return Object.fromEntries(Object.entries(fallback).map(([key, value]) => [key,
    typeof value === 'string' ? marked(value)
      : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, marked(text)]))]));
}

/** The words for `key`; of several forms that for the number `n`. */
export function t(key, values = {}) {
  let text = strings[key] ?? fallback[key] ?? key;
  if (typeof text === 'object') text = text[plurals.select(values.n ?? 0)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value == null ? whole : typeof value === 'number' ? number(value) : value;
  });
}

function form(name, options, Kind = Intl.DateTimeFormat) {
  if (!forms.has(name)) forms.set(name, new Kind(locale, options));
  return forms.get(name);
}

export const number = (value) => form('number', {}, Intl.NumberFormat).format(value);
export const percent = (value) =>
  form('percent', { style: 'percent' }, Intl.NumberFormat).format(value);

function sized(bytes) {
  let value = Number(bytes);
  let power = 0;
  while (value >= 1024 && power < 5) {
    value /= 1024;
    power += 1;
  }
  const digits = { minimumFractionDigits: power ? 1 : 0, maximumFractionDigits: power ? 1 : 0 };
  return [form(`size${power > 0}`, digits, Intl.NumberFormat).format(value), power];
}

/** A size as `3.2 MiB`; in words where it is not known. */
export function size(bytes) {
  if (bytes == null) return t('size.unknown');
  const [value, power] = sized(bytes);
  return `${value}\u00a0${['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'][power]}`;
}

/** A size as it is read out. */
export function spokenSize(bytes) {
  if (bytes == null) return t('size.unknown');
  const [value, power] = sized(bytes);
  return t(`size.spoken.${power}`, { value });
}

const instant = (name, options) => (text) =>
  text ? form(name, { ...options, timeZone: zone }).format(new Date(text)) : '';
export const date = instant('date', { dateStyle: 'medium' });
export const spokenDate = instant('long', { dateStyle: 'long' });
export const clock = instant('clock', { timeStyle: 'short' });
export const moment = instant('moment', {
  weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit',
  minute: '2-digit', timeZoneName: 'short',
});
/** A local day, `2026-11-22`, which is no instant and so has no zone. */
const local = (weekday, month) => (text) => form(`day ${month}`, { weekday, day: 'numeric', month, timeZone: 'UTC' })
  .format(new Date(`${text}T00:00:00Z`));
export const day = local('long', 'long');
export const shortDay = local('short', 'short');

/** How long it is until `text`, as `6 h 12 min`. */
export function until(text, now) {
  const minutes = Math.max(1, Math.ceil((new Date(text) - now) / 60000));
  const hours = Math.floor(minutes / 60);
  return hours ? t('time.hours', { hours, minutes: minutes % 60 }) : t('time.minutes', { minutes });
}

// What cannot be seen, turns text about or is in no font would let a name pretend to be another one.
// This is `VisibleText` of the program, by the same properties: signs that span a number are seen,
// a joiner stands between two pictures, a choice of look behind one, and marks do not pile up.
const hidden = /^(?![\u{600}-\u{605}\u{6dd}\u{70f}\u{890}-\u{891}\u{8e2}\u{110bd}\u{110cd}\u{fe0e}-\u{fe0f}])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;
const picture = /^(?![\0-\u{7f}])\p{Emoji}$/u;
const look = /^[\u{fe0e}\u{fe0f}]$/u;
const mark = /^[\p{Mn}\p{Me}\u{1160}-\u{11ff}\u{d7b0}-\u{d7ff}]$/u;
const markMax = 4;

function escape(character) {
  if ('\n\r\t'.includes(character)) return { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
  const digits = character.codePointAt(0).toString(16).toUpperCase();
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}

/** A text in which names stand escaped already, with nothing hidden left in it. */
export const guarded = (text) => {
  let marks = markMax;
  let afterPicture = false;
  const signs = [...String(text)];
  return signs.map((sign, at) => {
    const [before, after] = [signs[at - 1] ?? '', signs[at + 1] ?? ''];
    const isLook = look.test(sign);
    let written = hidden.test(sign) || mark.test(sign) && marks >= markMax;
    if (sign === '\u200d') written = !(afterPicture && picture.test(after));
    if (isLook) written = !(picture.test(before) || /[0-9#*]/.test(before) && after === '\u20e3');
    const still = mark.test(sign) || sign === '\u200d';
    marks = written ? markMax : still ? marks + 1 : 0;
    afterPicture = !written && (isLook ? afterPicture : picture.test(sign));
    return written ? escape(sign) : sign;
  }).join('');
};

/** A name with everything in it to be seen, so that no two names look the same. */
export const visible = (name) => guarded(String(name).replaceAll('\\', '\\\\'));

/** A name within a sentence, whose direction it does not touch. */
export const named = (name) => `\u2068${visible(name)}\u2069`;
