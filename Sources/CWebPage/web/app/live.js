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

let token = '';
export const useToken = (value) => { token = value; };

async function attempt(path, body) {
  let answer;
  let data;
  try {
    answer = await fetch(path, body === undefined ? { cache: 'no-store' } : {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Cleanrules-Token': token },
      body: JSON.stringify(body),
    });
    data = await answer.json();
  } catch {
    throw new Lost();
  }
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}

/** Asks the server. After it was started anew there is a new token; then the request goes again. */
export async function call(path, body) {
  try {
    return await attempt(path, body);
  } catch (error) {
    if (body === undefined || error.status !== 403 || error.code !== 'token') throw error;
    useToken((await attempt('/api/state')).token);
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
    if (failure instanceof Lost || failure?.status === 503 || failure?.status === 401) {
      this.on.lost(failure);
      return;
    }
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
    const source = this.source = new EventSource('/api/events');
    source.onopen = () => clearTimeout(this.grace);
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
      clearTimeout(this.grace);
      this.grace = setTimeout(() => this.lose('lost'), 5000);
    };
  }

  close() {
    this.source?.close();
    for (const timer of [this.grace, this.poller, this.probe]) clearTimeout(timer);
  }

  poll() {
    this.close();
    this.poller = setTimeout(async () => {
      if (await this.look()) this.poll();
    }, 10000);
  }

  /** Asks for the state; without an answer the connection is lost. */
  async look() {
    try {
      const state = await call('/api/state');
      useToken(state.token);
      if (this.status !== 'on') {
        this.status = 'on';
        this.delay = 500;
        this.on.status('on');
        this.listen();
      }
      this.on.state(state);
      return true;
    } catch (error) {
      this.lose(error.status === 401 ? 'signed-out' : 'lost');
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
