/** Where kept drives are read; the page that opens, whatever was asked for, while there is no network. */
export const OFFLINE_PAGE = '/offline';
