import { CONSENT_VERSIONS, type ConsentName } from '@switchback/contracts/rules/consents';
import type { Consent } from '@switchback/proto/auth/v1/account';

/** Accepted version of each text. */
export type Consents = Partial<Record<ConsentName, string>>;

/** Returns the consents that a sign-up gives, as the form states: the current terms and data policy. */
export function consentsOfSignUp(): Consents {
  const { terms, dataPolicy } = CONSENT_VERSIONS;
  return { terms, dataPolicy };
}

/** Converts consents, each with the time it was given; empty if none were given here. */
export function toWireConsents(kept: { consents: Consents | null; consentedAt: Date | null }): Consent[] {
  const givenAt = kept.consentedAt?.toISOString() ?? '';
  return Object.entries(kept.consents ?? {}).map(([name, version]) => ({ name, version, givenAt }));
}
