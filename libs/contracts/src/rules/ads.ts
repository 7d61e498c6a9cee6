/** The page a provider's script runs in, inside a frame that cannot read the site. */
export const AD_FRAME = '/ad-frame';
/** In a list, one stands after so many cards. */
export const CARDS_PER_AD = 10;
