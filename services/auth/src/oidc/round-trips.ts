import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { PROVIDER_PAGE } from '@switchback/contracts/rules/pages';
import { ProductError } from '@switchback/platform/errors';
import { type EntityManager, Repository } from 'typeorm';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { hashSecret, newSecret } from '../secrets.js';
import type { RoundTrip } from './identity-provider.js';
import { OidcLogin } from './oidc-login.entity.js';
import { insertLogin, type LoginKey, markAnswered, userOfLogin } from './round-trips.sql.js';

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
@Injectable()
export class RoundTrips {
  constructor(
    @InjectRepository(OidcLogin) private readonly logins: Repository<OidcLogin>,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'publicUrl'>,
  ) {}

  async start(): Promise<{ trip: RoundTrip; browser: string }> {
    const returned = { state: newSecret(), browser: newSecret() };
    await insertLogin(this.logins.manager, keyOf(returned), MINUTES);
    return { trip: this.tripOf(returned), browser: returned.browser };
  }

  /**
   * Spends a response of the provider: of several calls with the same one, the first gets the trip and the rest get
   * null.
   */
  async redeem(returned: Returned): Promise<RoundTrip | null> {
    return (await markAnswered(this.logins.manager, keyOf(returned))) ? this.tripOf(returned) : null;
  }

  /** Records the user, so that a one-time code may follow in a later call. */
  async note(returned: Returned, userId: string): Promise<void> {
    await this.logins.update(keyOf(returned), { userId });
  }

  /** Returns the recorded user of a login that has not expired; null for any other. */
  notedOf(returned: Returned): Promise<string | null> {
    return userOfLogin(this.logins.manager, keyOf(returned));
  }

  /**
   * Ends a login in the transaction that opens its session.
   * @throws ProductError `signInExpired` if it has already ended.
   */
  async end(manager: EntityManager, returned: Returned): Promise<void> {
    const { affected } = await manager.delete(OidcLogin, keyOf(returned));
    if (!affected) throw new ProductError('signInExpired');
  }

  private tripOf({ state, browser }: Returned): RoundTrip {
    const derived = (purpose: string) => createHmac('sha256', browser).update(purpose).digest('base64url');
    const redirectUri = this.settings.publicUrl + PROVIDER_PAGE;
    return { redirectUri, state, nonce: derived('nonce'), codeVerifier: derived('PKCE') };
  }
}

function keyOf({ state, browser }: Returned): LoginKey {
  return { stateHash: hashSecret(state), browserHash: hashSecret(browser) };
}
