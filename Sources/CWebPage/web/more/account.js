// SPDX-License-Identifier: Apache-2.0
// Signing in to a drive and out of it: the program asks for a code, and a person enters it elsewhere.
import { ask, copy } from '../app/dialogs.js';
import { fill, h, say } from '../app/dom.js';
import { guarded, named, t, visible } from '../app/i18n.js';
import { call } from '../app/live.js';

/** How long between two looks at how far a sign-in is, in milliseconds. */
const pause = 1000;

const command = (text) => h('p', { class: 'command' }, h('code', {}, guarded(text)), h('button', { onclick: () => copy(text), 'aria-label': `${t('copy')}: ${text}` }, t('copy')));

/** Who has signed in to a drive, what was granted, and the way in or out. */
export function account(app, { drive, account: owner, person, scopes, place, command: text }, again) {
  const fact = (name, value) => value && [h('dt', {}, t(`account.${name}`)), h('dd', {}, h('bdi', {}, visible(value)))];
  const change = person ? signOut : signIn;
  return h('div', { class: 'account' }, h('h3', {}, h('bdi', {}, visible(drive))),
    h('dl', {}, fact('owner', owner), fact('person', person ?? t('account.nobody')), fact('scopes', scopes.join(', ')), fact('place', place)),
    h('p', {}, h('button', { 'data-focus': `account ${drive}`, 'aria-label': `${t(person ? 'account.sign-out' : 'offer.sign-in')} ${visible(drive)}`, onclick: () => change(app, drive, text, again) }, t(person ? 'account.sign-out' : 'offer.sign-in'))),
    h('p', { class: 'dim' }, t(person ? 'account.out' : 'account.in')), command(text));
}

/** Takes up who is signed in now. */
async function changed(app, again) {
  await app.askOffer();
  again?.();
}

/** Signs out, once the person is sure. */
function signOut(app, drive, text, again) {
  ask(t('account.sure', { drive: named(drive) }), h('p', {}, t('account.sure.text')), [[t('cancel')], [t('account.sign-out'), async () => {
    try {
      await call('/api/sign-out', { drive });
      app.notice(t('account.out.done', { drive: named(drive) }), false);
      await changed(app, again);
    } catch (error) { app.failed(error); }
  }, 'delete']]);
}

/** Signs in to `drive`, for which `text` is the command; what lies below the dialog stays as it is. */
export function signIn(app, drive, text, again) {
  const place = h('div', { class: 'sign-in', 'aria-live': 'polite' }, h('p', {}, t('account.how')));
  let isOpen = true;
  let shown = '';
  const box = ask(t('offer.title', { drive: named(drive) }), h('div', {}, place, h('p', { class: 'dim' }, t('offer.how')), command(text)), [
    [t('close')], [t('account.code'), () => { begin(); return false; }, ''],
  ]);
  const [close, start] = box.querySelectorAll('.row.end button');
  box.addEventListener('close', () => {
    isOpen = false;
    if (shown === 'starting' || shown === 'waiting') call('/api/sign-in/cancel', {}).catch(() => {});
  });

  async function begin() {
    start.hidden = true;
    close.textContent = t('cancel');
    draw({ stage: 'starting' });
    close.focus();
    try {
      let one = (await call('/api/sign-in', { drive })).sign_in;
      while (isOpen && draw(one)) {
        await new Promise((done) => { setTimeout(done, pause); });
        if (isOpen) one = (await call('/api/sign-in')).sign_in;
      }
    } catch (error) {
      if (isOpen) draw({ stage: 'failed', message: error.message });
    }
  }

  /** Shows how far it is; whether there is more to come. */
  function draw(one) {
    const stage = one?.drive && one.drive !== drive ? 'cancelled' : one?.stage ?? 'cancelled';
    const remarks = (one?.remarks ?? []).map((line) => h('p', { class: 'warn' }, guarded(line)));
    if (stage !== shown) {
      shown = stage;
      if (stage === 'starting') fill(place, h('p', {}, t('account.starting')));
      if (stage === 'waiting') fill(place, h('p', {}, t('account.open')), page(one.address), h('p', {}, t('account.enter')), h('p', { class: 'big' }, h('code', {}, visible(one.code)), ' ', h('button', { onclick: () => copy(one.code), 'aria-label': `${t('copy')}: ${one.code}` }, t('copy'))), remarks, h('p', { class: 'dim' }, t('account.waiting')));
      if (stage === 'failed' || stage === 'cancelled') {
        fill(place, h('p', { class: 'warn' }, stage === 'failed' ? guarded(one.message) : t('account.cancelled')));
        start.hidden = false;
        start.textContent = t('again');
        close.textContent = t('close');
        say(place.textContent, 'alert');
      }
      if (stage === 'done') {
        if (!remarks.length) box.close();
        else {
          fill(place, h('p', {}, one.person ? t('offer.done', { name: named(one.person) }) : t('account.done')), remarks);
          close.textContent = t('close');
        }
        if (!app.offer) app.notice(one.person ? t('offer.done', { name: named(one.person) }) : t('account.done'), false);
        changed(app, again);
      }
    }
    return stage === 'starting' || stage === 'waiting';
  }
}

/** The address of a page of the service: a link only where nobody between can read what is entered. */
function page(address) {
  return address.startsWith('https://')
    ? h('p', {}, h('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, visible(address)))
    : h('p', {}, h('code', {}, visible(address)));
}
