/** Page that runs an ad provider's script, inside a frame without access to the site. */
export const AD_FRAME = '/ad-frame';
/** Cards before each ad in a list. */
export const CARDS_PER_AD = 10;
