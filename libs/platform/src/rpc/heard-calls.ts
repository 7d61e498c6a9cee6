import type { Identity } from './identity.js';

/** Enough for four hundred writes a second over all the time an identity holds. */
const HEARD_MAX = 20_000;

/** Remembers the calls a service has taken for as long as their identities hold, so that it takes none of them twice. */
export class HeardCalls {
  /** Nonces with the moment their identities ran out, the oldest first. */
  readonly #heard = new Map<string, Pick<Identity, 'expiresAtMs'>>();

  constructor(
    private readonly keys: { isNow(identity: Pick<Identity, 'expiresAtMs'>): boolean },
    private readonly heardMax = HEARD_MAX,
  ) {}

  /** Whether this call was not taken before. Where there is no room, the oldest is forgotten. */
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
