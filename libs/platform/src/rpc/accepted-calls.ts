import type { Identity } from './identity.js';

/** Enough for four hundred writes per second throughout the lifetime of an identity. */
const ACCEPTED_MAX = 20_000;

/**
 * Replay protection: stores the accepted calls of a service until their identities expire, so that none is accepted
 * twice.
 */
export class AcceptedCalls {
  /** Nonces with the expiry of their identities, oldest first. */
  readonly #accepted = new Map<string, Pick<Identity, 'expiresAtMs'>>();

  constructor(
    private readonly keys: { isNow(identity: Pick<Identity, 'expiresAtMs'>): boolean },
    private readonly acceptedMax = ACCEPTED_MAX,
  ) {}

  /** Whether this call was not accepted before. Drops the oldest call if there is no room. */
  isNew({ nonce, expiresAtMs }: Identity): boolean {
    if (this.#accepted.has(nonce)) return false;
    for (const [oldest, accepted] of this.#accepted) {
      if (this.#accepted.size < this.acceptedMax && this.keys.isNow(accepted)) break;
      this.#accepted.delete(oldest);
    }
    this.#accepted.set(nonce, { expiresAtMs });
    return true;
  }
}
