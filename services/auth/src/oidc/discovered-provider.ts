import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import * as oidc from 'openid-client';
import type { IdentityProvider, ProvenIdentity, ProviderSettings, RoundTrip } from './identity-provider.js';

/** Timeout of each request to the provider. */
const TIMEOUT_SECONDS = 3;
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
      return await identify(configuration, answer, trip);
    } catch (error) {
      this.#deps.onFault(reasonOf(error));
      throw new ProductError(isAway(error) ? 'providerUnavailable' : 'providerRefused', { cause: error });
    }
  }

  async #configuration(): Promise<oidc.Configuration> {
    const nowMs = this.#deps.clock.monotonicMs();
    if (!this.#known || this.#known.untilMs <= nowMs)
      this.#known = { configuration: discover(this.#deps.settings), untilMs: nowMs + CACHE_TTL_MS };
    const { configuration } = this.#known;
    try {
      return await configuration;
    } catch (error) {
      if (this.#known.configuration === configuration) this.#known = undefined;
      this.#deps.onFault(reasonOf(error));
      throw new ProductError('providerUnavailable', { cause: error });
    }
  }
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  // Verifies signatures even where TLS would suffice, so that nothing depends on the transport alone.
  const execute = [oidc.enableNonRepudiationChecks];
  // The settings allow it only for this machine.
  if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(server, clientId, undefined, secretAuth(clientSecret), { execute, timeout: TIMEOUT_SECONDS });
}

/** Uses `client_secret_basic`, the default if the provider states no methods; otherwise `client_secret_post`. */
function secretAuth(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

async function identify(
  configuration: oidc.Configuration,
  answer: URLSearchParams,
  { redirectUri, state, nonce, codeVerifier }: RoundTrip,
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
  const hasMore = told['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  // Many providers return a person's details only from the userinfo endpoint; the subject must be the same.
  const claims = hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, subject) : told;
  return {
    // Unchanged: an address in an odd spelling is not the plain one.
    issuer,
    subject,
    email: textOf(claims['email']),
    // Some providers send it as a string.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    preferredUsername: textOf(claims['preferred_username']).trim(),
  };
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

/** Returns whether the provider is unavailable: no response in time, or a server error. */
function isAway(error: unknown): boolean {
  const { code, cause, message } = (error ?? {}) as Partial<Record<'code' | 'cause' | 'message', unknown>>;
  const { status, message: deeper } = (cause ?? {}) as { status?: unknown; message?: unknown };
  const isCut = [message, deeper].includes('fetch failed');
  return isCut || code === 'OAUTH_TIMEOUT' || (typeof status === 'number' && status >= 500);
}

/** Joins the codes and messages of a protocol error; its other contents may be secret. */
function reasonOf(error: unknown): string {
  const { code, message, error: word, error_description: more } = (error ?? {}) as Record<string, unknown>;
  return [code, message, word, more].filter((part) => typeof part === 'string').join(': ');
}
