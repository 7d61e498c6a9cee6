import type { Identity } from './identity.js';

/** Enough for four hundred writes per second throughout the lifetime of an identity. */
const HEARD_MAX = 20_000;

/**
 * Replay protection: stores the accepted calls of a service until their identities expire, so that none is accepted
 * twice.
 */
export class HeardCalls {
  /** Nonces with the expiry of their identities, oldest first. */
  readonly #heard = new Map<string, Pick<Identity, 'expiresAtMs'>>();

  constructor(
    private readonly keys: { isNow(identity: Pick<Identity, 'expiresAtMs'>): boolean },
    private readonly heardMax = HEARD_MAX,
  ) {}

  /** Whether this call was not accepted before. Drops the oldest call if there is no room. */
  isNew({ nonce, expiresAtMs }: Identity): boolean {
    if (this.#heard.has(nonce)) return false;
    for (const [oldest, heard] of this.#heard) {
      if (this.#heard.size < this.heardMax && this.keys.isNow(heard)) break;
      this.#heard.delete(oldest);
    }
    this.#heard.set(nonce, { expiresAtMs });
    return true;
  }
}
