import { account } from './account.js';
import { common } from './common.js';
import { explore } from './explore.js';
import { landing } from './landing.js';
import { map } from './map.js';

/**
 * The words people read: another language is another object of this shape. Those of pages that few visits open stand
 * in files of their own beside this one, and load with their pages.
 */
export const texts = { ...common, account, landing, explore, map };

export type Texts = typeof texts;
