import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Opened {
  bytes: Buffer;
  /** Whether it was sealed with a key that is being phased out and should be sealed again. */
  isOutdated: boolean;
}

/**
 * Encrypts values that must be read back, so that the database alone is of no use. Keys are derived from the
 * installation's keys by HKDF: the first one seals, all of them open.
 */
export class Sealer {
  readonly #purpose: string;
  readonly #installation: () => readonly string[];
  #derived: readonly Buffer[] | undefined;

  /**
   * @param installation keys of the installation, read when first needed.
   * @param purpose a sealed value opens only for the same purpose.
   */
  constructor(installation: () => readonly string[], purpose: string) {
    this.#installation = installation;
    this.#purpose = purpose;
  }

  /** @param owner the sealed value opens only for the same owner. */
  seal(bytes: Uint8Array, owner: string): Buffer {
    const [key] = this.#keys();
    if (!key) throw new Error('No sealing key is set.');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error if no key opens it: its key was removed, or the value was changed. */
  open(sealed: Uint8Array, owner: string): Opened {
    for (const [index, key] of this.#keys().entries()) {
      const bytes = tryOpen(Buffer.from(sealed), owner, key);
      if (bytes) return { bytes, isOutdated: index > 0 };
    }
    throw new Error('A secret was sealed with a key that SERVICE_KEY no longer contains.');
  }

  #keys(): readonly Buffer[] {
    return (this.#derived ??= this.#installation().map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', this.#purpose, KEY_BYTES)),
    ));
  }
}

function tryOpen(sealed: Buffer, owner: string, key: Buffer): Buffer | null {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
