/** Page of the drives stored offline. Without a network it opens in place of any requested page. */
export const OFFLINE_PAGE = '/offline';
