import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { Catalogue } from './catalogue.js';
import { HttpClient } from './http-client.js';
import { productSettings, runCommand } from './processes.js';

const PASSWORD = 'correct-horse-battery';
const UPLOAD_TIMEOUT_MS = 60_000;

/** A person with an account in the measured product. */
export class Person {
  private constructor(private readonly email: string) {}

  /** @param name must be unused in the catalogue. */
  static async join({ url }: Pick<Catalogue, 'url'>, name: string, type: AccountType): Promise<Person> {
    const email = `${name}@example.com`;
    const words = ['create', '--email', email, '--username', name, '--password', PASSWORD, '--type', type];
    const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-data-'));
    await runCommand(['account', ...words], productSettings(url, dataDir));
    return new Person(email);
  }

  /** Returns the headers of a request in a new session. */
  async logIn(base: string): Promise<Record<string, string>> {
    const http = new HttpClient(base, 1);
    const body = JSON.stringify({ email: this.email, password: PASSWORD });
    try {
      const { text } = await http.ask({ method: 'POST', path: '/api/auth/login', body });
      return { authorization: `Bearer ${(JSON.parse(text()) as { token: string }).token}` };
    } finally {
      http.close();
    }
  }
}

/** Sends a form with files. */
export function upload(url: string, headers: Record<string, string>, body: FormData): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) });
}
