// Made by npm run generated from gateway/src/controllers/.
import { AccountsController } from './accounts.controller.js';
import { AuthController } from './auth.controller.js';
import { AuthoringController } from './authoring.controller.js';
import { BillingController } from './billing.controller.js';
import { CollectionDownloadsController } from './collection-downloads.controller.js';
import { CollectionsController } from './collections.controller.js';
import { DealsController } from './deals.controller.js';
import { DirectionsController } from './directions.controller.js';
import { DrivesController } from './drives.controller.js';
import { ExportController } from './export.controller.js';
import { ModerationController } from './moderation.controller.js';
import { NoticesController } from './notices.controller.js';
import { OidcController } from './oidc.controller.js';
import { PhotosController } from './photos.controller.js';
import { PlacesController } from './places.controller.js';
import { PlansController } from './plans.controller.js';
import { ProductController } from './product.controller.js';
import { ReportsController } from './reports.controller.js';
import { ReviewsController } from './reviews.controller.js';
import { RoadsController } from './roads.controller.js';
import { SearchController } from './search.controller.js';
import { SecretLinksController } from './secret-links.controller.js';
import { SharingController } from './sharing.controller.js';
import { SnapController } from './snap.controller.js';
import { StopsController } from './stops.controller.js';
import { UsersController } from './users.controller.js';

/** Every controller of the gateway. */
export const CONTROLLERS = [
  AccountsController,
  AuthController,
  AuthoringController,
  BillingController,
  CollectionDownloadsController,
  CollectionsController,
  DealsController,
  DirectionsController,
  DrivesController,
  ExportController,
  ModerationController,
  NoticesController,
  OidcController,
  PhotosController,
  PlacesController,
  PlansController,
  ProductController,
  ReportsController,
  ReviewsController,
  RoadsController,
  SearchController,
  SecretLinksController,
  SharingController,
  SnapController,
  StopsController,
  UsersController,
];
