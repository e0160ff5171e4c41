// SPDX-License-Identifier: Apache-2.0
// Everything between the page and the server: requests, decisions on their way, and news.

/** How many decisions wait for a lost connection before the deck stops. */
export const waitingMax = 10;

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body?.error?.message ?? String(status));
    this.status = status;
    this.code = body?.error?.code ?? '';
    this.state = body?.state;
  }
}

/** There was no answer; nobody knows what became of the request. */
export class Lost extends Error {}

/** What keeps a request from being answered for now; nothing if it was answered. */
export const trouble = (error) => error instanceof Lost ? 'lost' : { 401: 'signed-out', 503: 'busy' }[error?.status];

// What lets this page in came with its address, in the part that no server gets: cookies are shown
// to other ports of the machine as well. Further windows find it in the storage of this address.
const handed = /^#token=([0-9a-f]{64})$/.exec(location.hash)?.[1];
if (handed) history.replaceState(null, '', location.pathname + location.search);

function kept(value) {
  try {
    if (value) localStorage.setItem('token', value);
    return localStorage.getItem('token') ?? '';
  } catch {
    return value ?? '';
  }
}

let token = kept(handed);
let key = '';
/** Takes what a state says about being let in. */
export const useKeys = (state) => { token = state.token ?? token; key = state.key; };
/** `address` for what cannot send the token along: pictures, downloads, news. */
export const keyed = (address) => `${address}${address.includes('?') ? '&' : '?'}k=${key}`;

async function attempt(path, body) {
  const isLook = body === undefined;
  let answer;
  let data;
  try {
    answer = await fetch(path, {
      method: isLook ? 'GET' : 'POST', cache: 'no-store', signal: AbortSignal.timeout(20000),
      headers: {
        // The language of the page, which may be another one than that of the browser.
        'X-Cleanrules-Token': token, 'Accept-Language': document.documentElement.lang, ...!isLook && { 'Content-Type': 'application/json' },
      },
      body: JSON.stringify(body),
    });
    data = await answer.json();
  } catch {
    throw new Lost();
  }
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}

/** Asks the server. After it was started anew there are new keys; then the request goes again. */
export async function call(path, body) {
  const used = token;
  try {
    return await attempt(path, body);
  } catch (error) {
    const isOld = error.status === 401 || (error.status === 403 && error.code === 'token');
    if (!isOld) throw error;
    // Another window may have been let in since.
    token = kept() || token;
    if (token === used && error.status === 401) throw error;
    if (path !== '/api/state') useKeys(await attempt('/api/state'));
    return attempt(path, body);
  }
}

/** Steps on their way to the server: one at a time, in their order, none twice. */
export class Outbox {
  /** `on` has `answer(op, data)`, `refusal(op, error)`, `lost(error)` and `change()`. */
  constructor(on) {
    this.on = on;
    this.waiting = [];
    this.isBusy = false;
  }

  add(op) {
    this.waiting.push(op);
    this.send();
  }

  /** Takes back the last step if it surely never left the page. */
  takeBack() {
    const last = this.waiting.at(-1);
    if (!last || last.isTried || !last.card) return null;
    return this.waiting.pop();
  }

  async send() {
    if (this.isBusy || !this.waiting.length) return;
    this.isBusy = true;
    const op = this.waiting[0];
    op.isTried = true;
    let failure;
    let data;
    try {
      data = await call(op.path, op.body);
    } catch (error) {
      failure = error;
    }
    this.isBusy = false;
    // No answer, a busy state file, or a server that was started anew: it goes again later.
    const reason = trouble(failure);
    if (reason) return this.on.lost(reason);
    this.waiting.shift();
    if (failure) this.on.refusal(op, failure);
    else this.on.answer(op, data);
    this.on.change();
    this.send();
  }
}

/** The stream of news, and whether the server is there at all. */
export class Connection {
  /** `on` has `news(revision)`, `state(data)` and `status(name)`. */
  constructor(on) {
    this.on = on;
    this.status = 'on';
    this.delay = 500;
  }

  listen() {
    this.close();
    this.key = key;
    const source = this.source = new EventSource(keyed('/api/events'));
    source.onopen = () => { this.grace = clearTimeout(this.grace); };
    source.addEventListener('state', (event) => {
      let revision = NaN;
      try {
        revision = JSON.parse(event.data).revision;
      } catch { /* No number: then something changed. */ }
      this.on.news(revision);
    });
    source.addEventListener('reset', () => this.on.news(NaN));
    source.addEventListener('bye', () => this.lose('stopped'));
    source.onerror = () => {
      // Too many windows have a stream: this one asks instead.
      if (source.readyState === EventSource.CLOSED) return this.poll();
      // The browser tries again and again, and says so each time: the time runs from the first.
      this.grace ??= setTimeout(() => this.lose('lost'), 5000);
    };
  }

  close() {
    this.source?.close();
    for (const timer of [this.grace, this.poller, this.probe]) clearTimeout(timer);
    this.grace = undefined;
  }

  poll() {
    this.close();
    this.poller = setTimeout(async () => {
      const { source } = this;
      if (await this.look() && source === this.source) this.poll();
    }, 10000);
  }

  /** Asks for the state; without an answer the connection is lost. */
  async look() {
    try {
      const state = await call('/api/state');
      useKeys(state);
      const isBack = this.status !== 'on';
      this.status = 'on';
      this.delay = 500;
      // A stream is good for one key.
      if (isBack || key !== this.key) this.listen();
      if (isBack) this.on.status('on');
      this.on.state(state);
      return true;
    } catch (error) {
      this.lose(trouble(error) ?? 'lost');
      return false;
    }
  }

  /** The connection is lost: it is tried again, more and more slowly. */
  lose(status) {
    this.close();
    if (this.status !== status && !(this.status === 'stopped' && status === 'lost')) {
      this.status = status;
      this.on.status(status);
    }
    this.probe = setTimeout(() => this.look(), this.delay);
    this.delay = Math.min(8000, this.delay * 2);
  }
}
