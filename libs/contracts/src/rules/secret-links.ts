/** Days for which a secret link may be made. */
export const SECRET_LINK_DAYS = [1, 7, 30, 90] as const;

/** The page of a secret link; the secret stands behind it. */
export const SECRET_PAGE = '/secret-drive';
