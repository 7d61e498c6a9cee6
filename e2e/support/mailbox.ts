import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Mails of the product under test: files below its data folder, or in a Mailpit at a URL. */
export class Mailbox {
  constructor(private readonly place: string) {}

  /** Waits for the newest mail to an address that links to a page of this kind; returns the link's path. */
  async link(to: string, page: '/signup/verify' | '/reset-password/verify' | '/email-change/verify'): Promise<string> {
    let path: string | undefined;
    const find = async () => (path = pathIn(await this.newest(to, page), page));
    await expect.poll(find, { message: `A mail to ${to} with a link to ${page}`, timeout: 20_000 }).toBeTruthy();
    return path ?? '';
  }

  /** Returns all mails to a lower-case address, decoded, newest first. */
  async to(address: string): Promise<string[]> {
    const sources = await (this.place.startsWith('http') ? this.caught(address) : this.written());
    return sources.map(plain).filter((mail) => /^To: (.*)$/im.exec(mail)?.[1]?.toLowerCase().includes(address));
  }

  private async written(): Promise<string[]> {
    const names = await readdir(this.place).catch(() => []);
    const files = names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .toReversed();
    return Promise.all(files.map((name) => readFile(join(this.place, name), 'utf8')));
  }

  private async caught(address: string): Promise<string[]> {
    const get = (path: string) => fetch(`${this.place}/api/v1/${path}`, { signal: AbortSignal.timeout(10_000) });
    const found = await get(`search?${new URLSearchParams({ query: `to:"${address}"` })}`);
    const { messages } = (await found.json()) as { messages: { ID: string }[] };
    return Promise.all(messages.map(async ({ ID }) => (await get(`message/${ID}/raw`)).text()));
  }

  private async newest(to: string, page: string): Promise<string> {
    return (await this.to(to)).find((mail) => mail.includes(page)) ?? '';
  }
}

/** Decodes quoted-printable as far as an address in a text needs it. */
function plain(source: string): string {
  return source.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
}

function pathIn(mail: string, page: string): string | undefined {
  return new RegExp(`${page}/[^/\\s]+/[A-Za-z0-9_-]+`).exec(mail)?.[0];
}
