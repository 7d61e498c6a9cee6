// Made by npm run generated from services/drives/src/migrations/.
import { CreateDrives1795219200000 } from './1795219200000-create-drives.js';
import { AddOwners1795478400000 } from './1795478400000-add-owners.js';
import { AddZOrder1795564800000 } from './1795564800000-add-z-order.js';
import { AddAuthoring1795651200000 } from './1795651200000-add-authoring.js';
import { AddReviewRatings1795910400000 } from './1795910400000-add-review-ratings.js';
import { AddPhotosRev1795996800000 } from './1795996800000-add-photos-rev.js';
import { HideDrives1795996800000 } from './1795996800000-hide-drives.js';
import { AddPhotoCount1796083200000 } from './1796083200000-add-photo-count.js';
import { AddSecretLinks1796086800000 } from './1796086800000-add-secret-links.js';
import { AddElevation1796173200000 } from './1796173200000-add-elevation.js';
import { AddMapTags1796400000000 } from './1796400000000-add-map-tags.js';
import { AddHeadingChange1796428800000 } from './1796428800000-add-heading-change.js';
import { AddStarReviewCount1796515200000 } from './1796515200000-add-star-review-count.js';
import { CreateCollections1796601600000 } from './1796601600000-create-collections.js';
import { AddGain1796688000000 } from './1796688000000-add-gain.js';
import { FoldTitles1796778000000 } from './1796778000000-fold-titles.js';
import { IndexBounds1796864400000 } from './1796864400000-index-bounds.js';
import { AddCollectionReviews1796868000000 } from './1796868000000-add-collection-reviews.js';
import { AddEndlessLinks1796871600000 } from './1796871600000-add-endless-links.js';
import { AddDrivenParts1796958000000 } from './1796958000000-add-driven-parts.js';
import { AddTripPlaces1797044400000 } from './1797044400000-add-trip-places.js';
import { AddTrackPlaces1797130800000 } from './1797130800000-add-track-places.js';
import { AddManeuversVersion1797217200000 } from './1797217200000-add-maneuvers-version.js';

/** In order of execution. */
export const MIGRATIONS = [
  CreateDrives1795219200000,
  AddOwners1795478400000,
  AddZOrder1795564800000,
  AddAuthoring1795651200000,
  AddReviewRatings1795910400000,
  AddPhotosRev1795996800000,
  HideDrives1795996800000,
  AddPhotoCount1796083200000,
  AddSecretLinks1796086800000,
  AddElevation1796173200000,
  AddMapTags1796400000000,
  AddHeadingChange1796428800000,
  AddStarReviewCount1796515200000,
  CreateCollections1796601600000,
  AddGain1796688000000,
  FoldTitles1796778000000,
  IndexBounds1796864400000,
  AddCollectionReviews1796868000000,
  AddEndlessLinks1796871600000,
  AddDrivenParts1796958000000,
  AddTripPlaces1797044400000,
  AddTrackPlaces1797130800000,
  AddManeuversVersion1797217200000,
];
