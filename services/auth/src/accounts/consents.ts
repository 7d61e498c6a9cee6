import { CONSENT_VERSIONS, type ConsentName } from '@switchback/contracts/rules/consents';
import type { Consent } from '@switchback/proto/auth/v1/account';

/** The version of each text that somebody accepted. */
export type Consents = Partial<Record<ConsentName, string>>;

/** What is accepted by asking for an account, as the form says: the terms and the data policy of now. */
export function consentsOfSignUp(): Consents {
  const { terms, dataPolicy } = CONSENT_VERSIONS;
  return { terms, dataPolicy };
}

/** Each with the time it was given; none where nothing was accepted here. */
export function toWireConsents(kept: { consents: Consents | null; consentedAt: Date | null }): Consent[] {
  const givenAt = kept.consentedAt?.toISOString() ?? '';
  return Object.entries(kept.consents ?? {}).map(([name, version]) => ({ name, version, givenAt }));
}
