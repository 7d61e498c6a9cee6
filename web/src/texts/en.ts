import { account } from './account.js';
import { common } from './common.js';
import { landing } from './landing.js';

/**
 * The words people read: another language is another object of this shape. Those of pages that few visits open stand
 * in files of their own beside this one, and load with their pages.
 */
export const texts = { ...common, account, landing };

export type Texts = typeof texts;
