/** Consents: to the terms and data policy at sign-up, to the cookie if a provider shows ads. */
export const CONSENTS = ['cookie', 'terms', 'dataPolicy'] as const;
export type ConsentName = (typeof CONSENTS)[number];

/** Current version of each text; a change that needs a new consent gets a new version. */
export const CONSENT_VERSIONS = {
  cookie: '2024-02-12',
  terms: '2022-05',
  dataPolicy: '2024-02-12',
} as const satisfies Record<ConsentName, string>;
