import { account } from './account.js';
import { common } from './common.js';
import { details } from './details.js';
import { explore } from './explore.js';
import { landing } from './landing.js';
import { map } from './map.js';
import { pages } from './pages.js';
import { profile } from './profile.js';
import { settings } from './settings.js';

/** Every word a person reads, in one catalogue: another language is another object of this shape. */
export const texts = { ...common, account, settings, profile, pages, landing, explore, map, details };

export type Texts = typeof texts;
