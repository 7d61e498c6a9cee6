/** Lifetimes of a secret link in days. */
export const SECRET_LINK_DAYS = [1, 7, 30, 90] as const;

/** Page of a secret link; the path continues with the secret. */
export const SECRET_PAGE = '/secret-drive';
