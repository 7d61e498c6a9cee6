import type { Settings } from '@switchback/platform/config/settings';

/** Returns the name of a login provider: the configured name if it is the configured provider, else its host. */
export function providerName({ OIDC_ISSUER, OIDC_NAME }: Settings, issuer: string): string {
  const { origin, host } = new URL(issuer);
  // The setting may be the URL of the discovery document, below the issuer.
  const isConfigured = OIDC_ISSUER !== undefined && new URL(OIDC_ISSUER).origin === origin;
  return isConfigured ? (OIDC_NAME ?? host) : host;
}
