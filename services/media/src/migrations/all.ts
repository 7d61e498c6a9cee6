// Made by npm run generated from services/media/src/migrations/.
import { CreateMedia1795996800000 } from './1795996800000-create-media.js';
import { AddPhotoPlace1796083200000 } from './1796083200000-add-photo-place.js';
import { HidePhotos1796094000000 } from './1796094000000-hide-photos.js';
import { AddTombstones1796300000000 } from './1796300000000-add-tombstones.js';
import { AddIdempotency1796400000000 } from './1796400000000-add-idempotency.js';

/** In order of execution. */
export const MIGRATIONS = [
  CreateMedia1795996800000,
  AddPhotoPlace1796083200000,
  HidePhotos1796094000000,
  AddTombstones1796300000000,
  AddIdempotency1796400000000,
];
