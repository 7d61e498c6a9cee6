/** Pages whose text an operator may replace, by their path without the slash. */
export const OWN_TEXTS = ['terms', 'privacy', 'help'] as const;
export type OwnTextName = (typeof OWN_TEXTS)[number];
