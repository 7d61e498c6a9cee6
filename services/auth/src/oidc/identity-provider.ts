/** What an operator says of the provider. */
export interface ProviderSettings {
  /** Where it describes itself: its issuer, or the address of its discovery document. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What ties the way to the provider and back together: made anew for each. */
export interface RoundTrip {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE (RFC 7636): only its hash goes along with the browser. */
  codeVerifier: string;
}

/** Who somebody is, as the provider says. */
export interface ProvenIdentity {
  issuer: string;
  /** Never given to another person by the same issuer. */
  subject: string;
  email: string;
  emailVerified: boolean;
  /** What the person likes to be called; empty where it is not said. */
  preferredUsername: string;
}

/** Somebody else who knows who a person is. */
export interface IdentityProvider {
  /**
   * Where the browser is sent.
   * @throws ProductError `providerUnavailable`.
   */
  signInUrl(trip: RoundTrip): Promise<URL>;
  /**
   * What is behind an answer that a browser came back with.
   * @param answer the query of the address it came back to.
   * @throws ProductError `providerRefused` for an answer that is wrong, too old, used or meant for somebody else;
   * `providerUnavailable`.
   */
  identify(answer: URLSearchParams, trip: RoundTrip): Promise<ProvenIdentity>;
}
