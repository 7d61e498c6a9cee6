// Made by npm run generated from services/reviews/src/migrations/.
import { CreateReviews1795910400000 } from './1795910400000-create-reviews.js';
import { HideReviews1795996800000 } from './1795996800000-hide-reviews.js';
import { AddTombstones1796300000000 } from './1796300000000-add-tombstones.js';

/** In order of execution. */
export const MIGRATIONS = [
  CreateReviews1795910400000,
  HideReviews1795996800000,
  AddTombstones1796300000000,
];
