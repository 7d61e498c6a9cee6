import * as oidc from 'openid-client';
import type { ProviderSettings } from './identity-provider.js';

/** Timeout of each request to the provider. */
const TIMEOUT_SECONDS = 3;
/** Code of the library for a document whose issuer is not the expected one. */
const OTHER_ISSUER = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

/**
 * Fetches the provider's metadata. The issuer in it must be the one in the settings, except for slashes at the end, which
 * providers and operators add and omit.
 */
export async function discover(settings: ProviderSettings): Promise<oidc.Configuration> {
  const faults: unknown[] = [];
  for (const issuer of spellingsOf(settings.issuer)) {
    try {
      return await discoverAs(issuer, settings);
    } catch (error) {
      if (isAway(error)) throw error;
      faults.push(error);
    }
  }
  throw faults.find((fault) => issuerIn(fault) !== undefined) ?? faults[0];
}

/** Returns the address as it is, and with no slash and one slash at its end. */
function spellingsOf(issuer: string): URL[] {
  const bare = issuer.replace(/\/+$/, '');
  return [...new Set([issuer, bare, `${bare}/`].map((spelling) => new URL(spelling).href))].map(
    (href) => new URL(href),
  );
}

function discoverAs(issuer: URL, { clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  // Verifies signatures even where TLS would suffice, so that nothing depends on the transport alone.
  const execute = [oidc.enableNonRepudiationChecks];
  // The settings allow it only for this machine.
  if (issuer.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(issuer, clientId, undefined, secretAuth(clientSecret), { execute, timeout: TIMEOUT_SECONDS });
}

/** Uses `client_secret_basic`, the default if the provider states no methods; otherwise `client_secret_post`. */
function secretAuth(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

/** Returns whether the provider is unavailable: no response in time, or a server error. */
export function isAway(error: unknown): boolean {
  const { code, cause, message } = (error ?? {}) as Partial<Record<'code' | 'cause' | 'message', unknown>>;
  const { status, message: deeper } = (cause ?? {}) as { status?: unknown; message?: unknown };
  const isCut = [message, deeper].includes('fetch failed');
  return isCut || code === 'OAUTH_TIMEOUT' || (typeof status === 'number' && status >= 500);
}

/** Joins the codes and messages of a protocol error; its other contents may be secret. */
export function reasonOf(error: unknown): string {
  const issuer = issuerIn(error);
  if (issuer !== undefined) return `the provider at that address is the issuer ${issuer.slice(0, 200)}`;
  const { code, message, error: word, error_description: more } = (error ?? {}) as Record<string, unknown>;
  return [code, message, word, more].filter((part) => typeof part === 'string').join(': ');
}

/** Returns the issuer in a document that belongs to another than the expected one. */
function issuerIn(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { body?: { issuer?: unknown } } };
  const issuer = code === OTHER_ISSUER ? cause?.body?.issuer : undefined;
  return typeof issuer === 'string' ? issuer : undefined;
}
