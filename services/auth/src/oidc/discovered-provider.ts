import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import * as oidc from 'openid-client';
import { discover, isAway, reasonOf } from './discovery.js';
import type { IdentityProvider, ProvenIdentity, ProviderSettings, RoundTrip } from './identity-provider.js';

/**
 * Cache lifetime of the provider's metadata, which rarely changes. Its keys are fetched whenever an unknown one signs.
 */
const CACHE_TTL_MS = 3_600_000;
const SCOPE = 'openid email profile';

interface Dependencies {
  settings: ProviderSettings;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Called for each response that failed or was refused, with a one-sentence reason that contains no secrets. */
  onFault: (reason: string) => void;
}

/** Any OpenID Connect provider that supports discovery: authorization code flow with PKCE, state and nonce. */
export class DiscoveredProvider implements IdentityProvider {
  readonly #deps: Dependencies;
  #known: { configuration: Promise<oidc.Configuration>; untilMs: number } | undefined;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async signInUrl({ redirectUri, state, nonce, codeVerifier }: RoundTrip): Promise<URL> {
    const configuration = await this.#configuration();
    return oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  async identify(answer: URLSearchParams, trip: RoundTrip): Promise<ProvenIdentity> {
    const configuration = await this.#configuration();
    try {
      return await identify(configuration, answer, trip, this.#deps.onFault);
    } catch (error) {
      this.#deps.onFault(reasonOf(error));
      throw new ProductError(isAway(error) ? 'providerUnavailable' : 'providerRefused', { cause: error });
    }
  }

  async probe(): Promise<void> {
    await this.#configuration();
  }

  async #configuration(): Promise<oidc.Configuration> {
    const nowMs = this.#deps.clock.monotonicMs();
    if (!this.#known || this.#known.untilMs <= nowMs)
      this.#known = { configuration: discover(this.#deps.settings), untilMs: nowMs + CACHE_TTL_MS };
    const { configuration } = this.#known;
    try {
      return await configuration;
    } catch (error) {
      if (this.#known?.configuration === configuration) this.#known = undefined;
      const reason = `OIDC_ISSUER cannot be used: ${reasonOf(error)}`;
      this.#deps.onFault(reason);
      throw new ProductError('providerUnavailable', { cause: new Error(reason, { cause: error }) });
    }
  }
}

async function identify(
  configuration: oidc.Configuration,
  answer: URLSearchParams,
  { redirectUri, state, nonce, codeVerifier }: RoundTrip,
  onFault: (reason: string) => void,
): Promise<ProvenIdentity> {
  const address = new URL(redirectUri);
  address.search = answer.toString();
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const told = tokens.claims();
  if (!told) throw new Error('The provider sent no ID token.');
  const { iss: issuer, sub: subject } = told;
  const claims = { ...told, ...(await askMore(configuration, tokens.access_token, told, onFault)) };
  return {
    // Unchanged: an address in an odd spelling is not the plain one.
    issuer,
    subject,
    email: textOf(claims['email']),
    // Some providers send it as a string.
    emailVerified: String(claims['email_verified']).toLowerCase() === 'true',
    preferredUsername: textOf(claims['preferred_username']).trim(),
  };
}

/**
 * Asks the userinfo endpoint for what the ID token lacks: many providers return a person's details only from there, and
 * some only the proof of the address. The subject must be the same.
 */
async function askMore(
  configuration: oidc.Configuration,
  accessToken: string,
  told: oidc.IDToken,
  onFault: (reason: string) => void,
): Promise<Partial<oidc.UserInfoResponse>> {
  const isComplete = told['email'] !== undefined && told['email_verified'] !== undefined;
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await oidc.fetchUserInfo(configuration, accessToken, told.sub);
  } catch (error) {
    // A known person needs no proof of the address.
    if (told['email'] === undefined || isAway(error)) throw error;
    onFault(reasonOf(error));
    return {};
  }
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}
