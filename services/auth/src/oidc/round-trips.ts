import { createHmac } from 'node:crypto';
import { ProductError } from '@switchback/platform/errors';
import type { DataSource, EntityManager } from 'typeorm';
import { hashSecret, newSecret } from '../secrets.js';
import type { RoundTrip } from './identity-provider.js';

/** Time limit for a login at the provider. */
const MINUTES = 10;

/** Values that a browser comes back with. */
export interface Returned {
  state: string;
  /** Secret that the browser got when it left, and shows only to this product. */
  browser: string;
}

/**
 * Tracks logins in progress at the provider. Stores only hashes: values needed again are derived from the browser's
 * secret, which binds them to the browser that left.
 */
export class RoundTrips {
  constructor(
    private readonly source: DataSource,
    private readonly redirectUri: string,
  ) {}

  async start(): Promise<{ trip: RoundTrip; browser: string }> {
    const returned = { state: newSecret(), browser: newSecret() };
    await this.source.query(
      `insert into oidc_login (state_hash, browser_hash, expires_at)
       values ($1, $2, now() + make_interval(mins => ${MINUTES}))`,
      keyOf(returned),
    );
    return { trip: this.tripOf(returned), browser: returned.browser };
  }

  /**
   * Spends a response of the provider: of several calls with the same one, the first gets the trip and the rest get
   * null.
   */
  async redeem(returned: Returned): Promise<RoundTrip | null> {
    const taken = await this.source.query<object[]>(
      `with taken as (
         update oidc_login set taken_at = now()
         where state_hash = $1 and browser_hash = $2 and taken_at is null and expires_at > now() returning state_hash
       ) select state_hash from taken`,
      keyOf(returned),
    );
    return taken.length > 0 ? this.tripOf(returned) : null;
  }

  /** Records the user, so that a one-time code may follow in a later call. */
  async note(returned: Returned, userId: string): Promise<void> {
    await this.source.query('update oidc_login set user_id = $3 where state_hash = $1 and browser_hash = $2', [
      ...keyOf(returned),
      userId,
    ]);
  }

  /** Returns the recorded user of a login that has not expired; null for any other. */
  async notedOf(returned: Returned): Promise<string | null> {
    const [row] = await this.source.query<{ userId: string | null }[]>(
      `select user_id as "userId" from oidc_login
       where state_hash = $1 and browser_hash = $2 and expires_at > now()`,
      keyOf(returned),
    );
    return row?.userId ?? null;
  }

  /**
   * Ends a login in the transaction that opens its session.
   * @throws ProductError `signInExpired` if it has already ended.
   */
  async end(manager: EntityManager, returned: Returned): Promise<void> {
    const ended = await manager.query<object[]>(
      `with ended as (
         delete from oidc_login where state_hash = $1 and browser_hash = $2 returning state_hash
       ) select state_hash from ended`,
      keyOf(returned),
    );
    if (ended.length === 0) throw new ProductError('signInExpired');
  }

  private tripOf({ state, browser }: Returned): RoundTrip {
    const derived = (purpose: string) => createHmac('sha256', browser).update(purpose).digest('base64url');
    return { redirectUri: this.redirectUri, state, nonce: derived('nonce'), codeVerifier: derived('PKCE') };
  }
}

function keyOf({ state, browser }: Returned): [Buffer, Buffer] {
  return [hashSecret(state), hashSecret(browser)];
}
