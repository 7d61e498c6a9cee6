import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';

const TIMEOUT_MS = 20_000;
const ATTEMPTS = 3;
const MAIL_WITHIN_MS = 60_000;
const TAGS = 2 ** 31;
const PASSWORD = 'secret-canary-1';
/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A person using the product. Their unique words reveal any data that they left behind. */
export class Person {
  id = '';
  private token = '';
  private readonly tag: string;

  constructor(random: Random) {
    this.tag = `canary${random.below(TAGS).toString(36)}`;
  }

  get username(): string {
    return `name.${this.tag}`;
  }

  /** Words that events may contain for as long as they are stored. */
  get published(): string[] {
    return [this.id, this.username];
  }

  /** Words that must not remain once the account is deleted. */
  get hidden(): string[] {
    return ['mail', 'first', 'bio', 'search', 'collection'].map((kind) => `${kind}-${this.tag}`);
  }

  /** Signs up, confirms with the mail in the folder, and logs in. */
  async join(url: string, mails: string): Promise<void> {
    const email = `mail-${this.tag}@example.com`;
    await ask(url, 'PUT', '/api/auth/signup', { email, username: this.username, password: PASSWORD });
    await ask(url, 'GET', `/api/auth/confirm-signup/${await linkTo(mails, email)}`);
    const { token, user } = await ask(url, 'POST', '/api/auth/login', { email, password: PASSWORD });
    this.token = String(token);
    this.id = (user as { id: string }).id;
  }

  /** Takes every action that stores personal data. @returns whether all requests succeeded. */
  async live(url: string): Promise<boolean> {
    const answers = await Promise.all(this.startAll(url));
    return answers.every(({ ok }) => ok);
  }

  /** Starts all of these requests at once; none has to complete. */
  startAll(url: string): Promise<Response>[] {
    const path = `/api/users/user/${this.id}`;
    const search = { type: 'text', label: `search-${this.tag}`, value: `search-${this.tag}` };
    const profile = { firstName: `first-${this.tag}`, bio: `bio-${this.tag}` };
    const collection = { name: `collection-${this.tag}`, description: `collection-${this.tag}` };
    const email = { newEmail: `new-mail-${this.tag}@example.com`, password: PASSWORD };
    const form = new FormData();
    form.set('token', this.token);
    form.set('profile', JSON.stringify(profile));
    form.set('avatar', new Blob([Buffer.from(PNG, 'base64')], { type: 'image/png' }), 'me.png');
    return [
      this.send(url, 'POST', `${path}/profile`, { profile }),
      fetch(`${url}${path}/profile`, { method: 'POST', body: form, signal: AbortSignal.timeout(TIMEOUT_MS) }),
      this.send(url, 'PUT', `${path}/recent-searches`, { search }),
      this.send(url, 'PUT', '/api/collections/collection', { collection }),
      this.send(url, 'GET', `${path}/export`),
      this.send(url, 'POST', `/api/user/${this.id}/security/change-email`, email),
    ];
  }

  /**
   * Deletes the account.
   * @returns whether the account is known to be gone: the request succeeded, or the session is no longer valid.
   */
  async leave(url: string): Promise<boolean> {
    const answer = await this.send(url, 'DELETE', `/api/users/user/${this.id}/account`, { confirm: 'delete' }).catch(
      () => null,
    );
    return answer !== null && (answer.ok || answer.status === 401);
  }

  /** Headers of this person's requests. */
  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }

  private send(url: string, method: string, path: string, body?: object): Promise<Response> {
    return send(url, method, path, this.headers, body);
  }
}

function send(
  url: string,
  method: string,
  path: string,
  own: Record<string, string>,
  body?: object,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...own };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url + path, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) });
}

/**
 * Sends a request, with retries if the product is overloaded.
 * @throws Error with the response if it is still refused.
 */
async function ask(url: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(url, method, path, {}, body).catch((error: Error) => error);
    const text = answer instanceof Error ? answer.message : await answer.text();
    if (!(answer instanceof Error) && answer.ok) return JSON.parse(text) as Record<string, unknown>;
    if (attempt === ATTEMPTS) throw new Error(`${method} ${path} failed: ${text.slice(0, 300)}`);
  }
}

/** Reads the path after the page's name from the link in the mail to an address. */
async function linkTo(mails: string, email: string): Promise<string> {
  let link: string | undefined;
  const find = async () => {
    const names = (await readdir(mails).catch(() => [] as string[])).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'utf8')));
    const mail = texts.map((text) => text.replace(/=\r?\n/g, '')).find((text) => text.includes(email));
    link = /verify\/([\w-]+\/[\w-]+)/.exec(mail ?? '')?.[1];
    return link !== undefined;
  };
  await waitUntil(`the mail to ${email}`, find, MAIL_WITHIN_MS);
  return link!;
}
