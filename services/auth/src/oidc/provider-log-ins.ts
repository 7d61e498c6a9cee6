import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type OpenProvider, PROVIDER } from './open-provider.js';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type { BeginOidcRequest, BeginOidcResponse, FinishOidcRequest } from '@switchback/proto/auth/v1/service';
import { DataSource } from 'typeorm';
import { Accounts } from '../accounts/accounts.js';
import { AuthLimits } from '../auth-limits.js';
import { kindOfCode, SecondFactors } from '../second-factor/second-factors.js';
import type { LoggedIn } from '../sessions/log-ins.js';
import { Sessions } from '../sessions/sessions.js';
import { Identities } from './identities.js';
import type { IdentityProvider } from './identity-provider.js';
import { type Returned, RoundTrips } from './round-trips.js';

/** Logs people in through the configured provider, which asks them for their credentials. */
@Injectable()
export class ProviderLogIns implements OnApplicationBootstrap {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly secondFactors: SecondFactors,
    private readonly identities: Identities,
    private readonly trips: RoundTrips,
    private readonly limits: AuthLimits,
    @Inject(PROVIDER) private readonly opened: OpenProvider,
  ) {}

  /**
   * Logs a wrong setting at the start rather than at the first login. Does not delay the start: the provider may be
   * unavailable, and is asked again at the next login.
   */
  onApplicationBootstrap(): void {
    // The provider logs its own faults.
    void this.opened()
      ?.then((provider) => provider.probe())
      .catch(() => undefined);
  }

  /** @throws ProductError `notOffered`, `providerUnavailable`, `tooManyRequests`. */
  async start({ origin }: BeginOidcRequest): Promise<BeginOidcResponse> {
    const { trips, limits } = this;
    const provider = await this.provider();
    await limits.leaveForProvider(origin?.address ?? '');
    const { trip, browser } = await trips.start();
    const url = await provider.signInUrl(trip);
    return { url: url.href, browser };
  }

  /**
   * Logs in a person who came back from the provider. Each response of the provider works once, and only in the browser
   * that was sent there. If the account needs a one-time code, the client repeats the same call with it.
   * @throws ProductError `signInExpired`, `emailNotVerified`, `notAllowed`, `notOffered`, `providerRefused`,
   * `providerUnavailable`; `oneTimeCodeNeeded` and `wrongOneTimeCode` on the field `oneTimeCode`, `tooManyRequests`.
   */
  async finish({ answer: text, browser, oneTimeCode, origin }: FinishOidcRequest, call: Call): Promise<LoggedIn> {
    const { limits } = this;
    const answer = new URLSearchParams(text);
    const returned: Returned = { state: answer.get('state') ?? '', browser };
    const userId = await this.userOf(returned, answer, call);
    const giveBack = oneTimeCode === '' ? null : await limits.oneTimeCodeOf(userId, kindOfCode(oneTimeCode));
    const entered = await this.letIn(userId, returned, { oneTimeCode, origin });
    await giveBack?.();
    return entered;
  }

  private async userOf(returned: Returned, answer: URLSearchParams, call: Call): Promise<string> {
    const { trips, identities } = this;
    const provider = await this.provider();
    const trip = await trips.redeem(returned);
    if (!trip) {
      const noted = await trips.notedOf(returned);
      if (!noted) throw new ProductError('signInExpired');
      return noted;
    }
    const userId = await identities.accountOf(await provider.identify(answer, trip), call);
    await trips.note(returned, userId);
    return userId;
  }

  private letIn(
    userId: string,
    returned: Returned,
    { oneTimeCode, origin }: Pick<FinishOidcRequest, 'oneTimeCode' | 'origin'>,
  ): Promise<LoggedIn> {
    const { source, accounts, sessions, secondFactors, trips } = this;
    return source.transaction(async (manager) => {
      const account = await accounts.lock(manager, userId);
      if (!account) throw new ProductError('signInExpired');
      if (!account.enabled) throw refuseField('submit', 'notAllowed');
      await secondFactors.require(manager, userId, oneTimeCode);
      await trips.end(manager, returned);
      return { ...(await sessions.open(manager, userId, origin)), account };
    });
  }

  private async provider(): Promise<IdentityProvider> {
    const provider = await this.opened();
    if (!provider) throw new ProductError('notOffered');
    return provider;
  }
}
