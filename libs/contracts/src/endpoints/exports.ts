// Made by npm run generated from libs/contracts/src/endpoints/.
import * as auth from './auth.js';
import * as authoring from './authoring.js';
import * as billing from './billing.js';
import * as collections from './collections.js';
import * as contact from './contact.js';
import * as deals from './deals.js';
import * as directions from './directions.js';
import * as drives from './drives.js';
import * as media from './media.js';
import * as moderation from './moderation.js';
import * as notices from './notices.js';
import * as places from './places.js';
import * as plans from './plans.js';
import * as product from './product.js';
import * as reports from './reports.js';
import * as reviews from './reviews.js';
import * as roads from './roads.js';
import * as search from './search.js';
import * as secretLinks from './secret-links.js';
import * as sharing from './sharing.js';
import * as snap from './snap.js';
import * as stops from './stops.js';
import * as users from './users.js';

/** Exports of every file that declares endpoints. */
export const EXPORTS = {
  ...auth,
  ...authoring,
  ...billing,
  ...collections,
  ...contact,
  ...deals,
  ...directions,
  ...drives,
  ...media,
  ...moderation,
  ...notices,
  ...places,
  ...plans,
  ...product,
  ...reports,
  ...reviews,
  ...roads,
  ...search,
  ...secretLinks,
  ...sharing,
  ...snap,
  ...stops,
  ...users,
};
