/** What a person agrees to: the terms and the data policy with an account, the cookie where a provider shows ads. */
export const CONSENTS = ['cookie', 'terms', 'dataPolicy'] as const;
export type ConsentName = (typeof CONSENTS)[number];

/** The version of each text that counts now; another text that asks for a new answer gets another version. */
export const CONSENT_VERSIONS = {
  cookie: '2024-02-12',
  terms: '2022-05',
  dataPolicy: '2024-02-12',
} as const satisfies Record<ConsentName, string>;
