import type { GatewaySettings } from '../gateway-parts.js';

/** What a provider of logins is called: as the settings say where it is theirs, else by its host. */
export function providerName({ OIDC_ISSUER, OIDC_NAME }: GatewaySettings, issuer: string): string {
  const { origin, host } = new URL(issuer);
  // The setting may be the address of the discovery document, which lies below the issuer.
  const isConfigured = OIDC_ISSUER !== undefined && new URL(OIDC_ISSUER).origin === origin;
  return isConfigured ? (OIDC_NAME ?? host) : host;
}
