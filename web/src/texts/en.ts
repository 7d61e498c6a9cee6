import { account } from './account.js';
import { common } from './common.js';
import { landing } from './landing.js';

/**
 * The texts of the app: another language is another object of this shape. Texts of rarely visited pages are in separate
 * files next to this one, and load with their pages.
 */
export const texts = { ...common, account, landing };

export type Texts = typeof texts;
