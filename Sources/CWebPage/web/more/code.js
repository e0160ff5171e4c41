// SPDX-License-Identifier: Apache-2.0
// A code of an issuer: what it brings is shown first, and it is used up once the person agrees to that.
import { ask } from '../app/dialogs.js';
import { fill, h, say } from '../app/dom.js';
import { guarded, t } from '../app/i18n.js';
import { call, trouble } from '../app/live.js';

/** Asks for a code of `issuer`, or of whose rules these are; `again` is called once it is redeemed. */
export function askCode(app, { issuer, again } = {}) {
  const input = h('input', { id: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', maxlength: '160', required: true, 'aria-describedby': 'code-said' });
  const said = h('div', { id: 'code-said', 'aria-live': 'polite' });
  let agreed = null;
  let isBusy = false;
  const box = ask(t('tier.code'), h('div', {}, h('label', { for: 'code' }, t('tier.code.text')), input, said,
    h('p', { class: 'dim' }, t('tier.redeem'), ' ', h('code', {}, 'cleanrules tier redeem CODE'))), [
    [t('cancel')], [t('tier.code.look'), () => { send(); return false; }, ''],
  ]);
  const next = box.querySelectorAll('.row.end button')[1];
  input.addEventListener('input', () => shows(null));
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') send(); });
  input.focus();

  /** What is agreed to with the next press of the button; nothing of another code. */
  function shows(digest, ...lines) {
    agreed = digest;
    next.textContent = t(digest ? 'tier.code.take' : 'tier.code.look');
    fill(said, lines);
  }

  async function send() {
    const code = input.value.trim();
    if (isBusy || !code) return void input.focus();
    isBusy = true;
    try {
      const data = await call('/api/tier/code', { code, agreed, issuer });
      app.take(data.state);
      if (data.redeemed) {
        box.close();
        app.notice(t('tier.code.done'), false);
        again?.();
      } else if (input.value.trim() === code) {
        shows(data.digest, h('p', {}, t('tier.code.agree')), h('ul', {}, data.lines.map((line) => h('li', {}, guarded(line)))));
        next.focus();
      }
    } catch (error) {
      const reason = trouble(error);
      const text = reason ? t(`bar.${reason}`) : error.message;
      shows(null, h('p', { class: 'warn' }, guarded(text)));
      say(text, 'alert');
    } finally {
      isBusy = false;
    }
  }
}
