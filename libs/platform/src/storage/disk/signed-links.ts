import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import type { Clock } from '../../clock.js';
import { codeOf } from './disk-errors.js';

const SECRET_BYTES = 32;

interface Options {
  linksUrl: string;
  clock: Pick<Clock, 'now'>;
}

/** Links that let anyone read one file for a limited time, signed with a secret stored next to the files. */
export class SignedLinks {
  private constructor(
    private readonly secret: Buffer,
    private readonly options: Options,
  ) {}

  /**
   * @param secretFile created at the first start; grants its readers the ability to create links.
   * @param draft path for writing the secret first, on the same file system.
   */
  static async open(secretFile: string, draft: string, options: Options): Promise<SignedLinks> {
    return new SignedLinks(await ensureSecret(secretFile, draft), options);
  }

  address(key: string, seconds: number): string {
    const expires = String(Math.floor(this.nowSeconds()) + seconds);
    return `${this.options.linksUrl}/${key}?expires=${expires}&signature=${this.sign(key, expires).toString('base64url')}`;
  }

  /** True for the parameters of a link made by {@link address}, until it expires. */
  allows(key: string, expires: string, signature: string): boolean {
    const input = Buffer.from(signature, 'base64url');
    const right = this.sign(key, expires);
    return input.length === right.length && timingSafeEqual(input, right) && Number(expires) > this.nowSeconds();
  }

  private sign(key: string, expires: string): Buffer {
    return createHmac('sha256', this.secret).update(`GET\n${key}\n${expires}`).digest();
  }

  private nowSeconds(): number {
    return this.options.clock.now().getTime() / 1_000;
  }
}

/** Returns the secret in the file; if several processes create one concurrently, all get the same. */
async function ensureSecret(file: string, draft: string): Promise<Buffer> {
  const found = await readFile(file).catch(ignore('ENOENT'));
  if (found) return found;
  try {
    await writeFile(draft, randomBytes(SECRET_BYTES), { mode: 0o600, flush: true });
    await link(draft, file).catch(ignore('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file);
}

function ignore(code: string): (error: unknown) => undefined {
  return (error) => {
    if (codeOf(error) !== code) throw error;
  };
}
