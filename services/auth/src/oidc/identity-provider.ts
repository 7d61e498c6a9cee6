/** Operator settings of the provider. */
export interface ProviderSettings {
  /** URL of the provider's metadata: its issuer, or its discovery document. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Values that tie the redirect to the provider and the callback together; new for each login. */
export interface RoundTrip {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE verifier (RFC 7636): only its hash travels with the browser. */
  codeVerifier: string;
}

/** A person's identity, as asserted by the provider. */
export interface ProvenIdentity {
  issuer: string;
  /** Never reassigned to another person by the same issuer. */
  subject: string;
  email: string;
  emailVerified: boolean;
  /** Empty if the provider states none. */
  preferredUsername: string;
}

/** An external provider of identities. */
export interface IdentityProvider {
  /**
   * Resolves if the settings lead to a provider that responds.
   * @throws ProductError `providerUnavailable`, with a cause that names the setting and the reason.
   */
  probe(): Promise<void>;
  /**
   * Returns the URL to send the browser to.
   * @throws ProductError `providerUnavailable`.
   */
  signInUrl(trip: RoundTrip): Promise<URL>;
  /**
   * Returns the identity behind the response that a browser came back with.
   * @param answer the query of the callback URL.
   * @throws ProductError `providerRefused` for a response that is wrong, expired, used or meant for another login;
   * `providerUnavailable`.
   */
  identify(answer: URLSearchParams, trip: RoundTrip): Promise<ProvenIdentity>;
}
