import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccountsController } from './controllers/accounts.controller.js';
import { AuthController } from './controllers/auth.controller.js';
import { AuthoringController } from './controllers/authoring.controller.js';
import { BillingController } from './controllers/billing.controller.js';
import { DirectionsController } from './controllers/directions.controller.js';
import { DrivesController } from './controllers/drives.controller.js';
import { ExportController } from './controllers/export.controller.js';
import { ModerationController } from './controllers/moderation.controller.js';
import { NoticesController } from './controllers/notices.controller.js';
import { OidcController } from './controllers/oidc.controller.js';
import { PhotosController } from './controllers/photos.controller.js';
import { PlacesController } from './controllers/places.controller.js';
import { ProductController } from './controllers/product.controller.js';
import { ReportsController } from './controllers/reports.controller.js';
import { ReviewsController } from './controllers/reviews.controller.js';
import { SearchController } from './controllers/search.controller.js';
import { SecretLinksController } from './controllers/secret-links.controller.js';
import { SharingController } from './controllers/sharing.controller.js';
import { UsersController } from './controllers/users.controller.js';
import { Edge } from './edge.js';
import { GATEWAY_PARTS, type GatewayParts } from './gateway-parts.js';
import { BodyPace } from './http/body-pace.js';
import { CallLimits } from './http/call-limits.js';
import { RefusalFilter } from './http/refusal.filter.js';
import { OwnFiles } from './pages/own-files.js';
import { Uploads } from './uploads/uploads.js';

/** The gateway as a Nest module; the caller of `register` decides which client reaches which service. */
@Module({
  controllers: [
    SearchController,
    BillingController,
    DrivesController,
    AuthoringController,
    DirectionsController,
    PlacesController,
    AuthController,
    OidcController,
    AccountsController,
    SecretLinksController,
    SharingController,
    UsersController,
    NoticesController,
    ModerationController,
    ReportsController,
    ReviewsController,
    PhotosController,
    ExportController,
    ProductController,
  ],
  providers: [
    ...[BodyPace, CallLimits, OwnFiles, Uploads, RefusalFilter],
    ...[{ provide: APP_FILTER, useExisting: RefusalFilter }, Edge],
  ],
  exports: [Edge],
})
export class GatewayModule {
  static register(parts: GatewayParts): DynamicModule {
    const single = Object.entries(parts).map(([provide, useValue]) => ({ provide, useValue: useValue as unknown }));
    return { module: GatewayModule, providers: [{ provide: GATEWAY_PARTS, useValue: parts }, ...single] };
  }
}
