import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import * as oidc from 'openid-client';
import type { IdentityProvider, ProvenIdentity, ProviderSettings, RoundTrip } from './identity-provider.js';

/** For each question that is asked of the provider. */
const TIMEOUT_SECONDS = 3;
/** What a provider says of itself changes seldom, its keys apart, which are looked up when an unknown one signs. */
const KEPT_MS = 3_600_000;
const SCOPE = 'openid email profile';

interface Parts {
  settings: ProviderSettings;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Told in one sentence, without secrets, of each answer that could not be had or was refused. */
  onFault: (reason: string) => void;
}

/** Any provider of OpenID Connect, by what it says of itself: authorization code flow with PKCE, state and nonce. */
export class DiscoveredProvider implements IdentityProvider {
  readonly #parts: Parts;
  #known: { configuration: Promise<oidc.Configuration>; untilMs: number } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async signInUrl({ redirectUri, state, nonce, codeVerifier }: RoundTrip): Promise<URL> {
    const configuration = await this.#configuration();
    return oidc.buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: redirectUri, scope: SCOPE, state, nonce },
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  async identify(answer: URLSearchParams, trip: RoundTrip): Promise<ProvenIdentity> {
    const configuration = await this.#configuration();
    try {
      return await identify(configuration, answer, trip);
    } catch (error) {
      this.#parts.onFault(reasonOf(error));
      throw new ProductError(isAway(error) ? 'providerUnavailable' : 'providerRefused', { cause: error });
    }
  }

  async #configuration(): Promise<oidc.Configuration> {
    const nowMs = this.#parts.clock.monotonicMs();
    if (!this.#known || this.#known.untilMs <= nowMs)
      this.#known = { configuration: discover(this.#parts.settings), untilMs: nowMs + KEPT_MS };
    const { configuration } = this.#known;
    try {
      return await configuration;
    } catch (error) {
      if (this.#known.configuration === configuration) this.#known = undefined;
      this.#parts.onFault(reasonOf(error));
      throw new ProductError('providerUnavailable', { cause: error });
    }
  }
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  // Signatures are checked also where TLS would do: then nothing rests on the way here alone.
  const execute = [oidc.enableNonRepudiationChecks];
  // Settings allow it for this machine alone.
  if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(server, clientId, undefined, secretAuth(clientSecret), { execute, timeout: TIMEOUT_SECONDS });
}

/** The way providers take unless they say otherwise, else the other one. */
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
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
    idTokenExpected: true,
  });
  const told = tokens.claims();
  if (!told) throw new Error('The provider sent no ID token.');
  const { iss: issuer, sub: subject } = told;
  const hasMore = told['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  // Many providers keep what they say of a person for this question; it has to be about the same one.
  const claims = hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, subject) : told;
  return {
    // To the letter: an address in an odd spelling is not the plain one.
    ...{ issuer, subject, email: textOf(claims['email']) },
    // Some write it as text.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    preferredUsername: textOf(claims['preferred_username']).trim(),
  };
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

/** Nothing came back in time, or word that the provider is ill. */
function isAway(error: unknown): boolean {
  const { code, cause, message } = (error ?? {}) as Partial<Record<'code' | 'cause' | 'message', unknown>>;
  const { status, message: deeper } = (cause ?? {}) as { status?: unknown; message?: unknown };
  const isCut = [message, deeper].includes('fetch failed');
  return isCut || code === 'OAUTH_TIMEOUT' || (typeof status === 'number' && status >= 500);
}

/** Codes and words of protocol errors; what came with them may be secret. */
function reasonOf(error: unknown): string {
  const { code, message, error: word, error_description: more } = (error ?? {}) as Record<string, unknown>;
  return [code, message, word, more].filter((part) => typeof part === 'string').join(': ');
}
