import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Settings } from '@switchback/platform/config/settings';
import { JobsModule, PlacesModule, StorageModule } from '@switchback/platform/nest/engine-modules';
import { CLOCK, LOGGER, PLACES, SETTINGS } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { Authoring } from './authoring/authoring.service.js';
import { DriveSubmissions } from './authoring/submissions.js';
import { CardWorker } from './cards/card.worker.js';
import { cardDrawer, DRAW_CARD } from './cards/draw-card.js';
import { DriveCards } from './cards/drive-cards.js';
import { CollectionLinks } from './collections/collection-links.js';
import { CollectionShares } from './collections/collection-shares.js';
import { CollectionWays } from './collections/collection-ways.js';
import { CollectionsQueries } from './collections/collections.queries.js';
import { Collections } from './collections/collections.service.js';
import { CONSUMERS } from './consumers/all.js';
import { Demo } from './demo/load-demo.js';
import { derivationsOf } from './upgrade/derivations.js';
import { Directions } from './directions/directions.service.js';
import { openRouter, ROUTER } from './directions/open-router.js';
import { Roads } from './directions/roads.js';
import { Ways } from './directions/ways.js';
import { DriveEvents } from './events/drive-events.js';
import { DriveOwners } from './copies/drive-owners.js';
import { DrivePopularity } from './copies/drive-popularity.js';
import { DrivePhotos } from './copies/drive-photos.js';
import { DriveRatings } from './copies/drive-ratings.js';
import { Heights } from './elevation/heights.js';
import { openHeights } from './elevation/open-heights.js';
import { DrivesQueries } from './queries/drives.queries.js';
import { DrivesRpc } from './drives.rpc.js';
import { DriveImports } from './import/drive-imports.js';
import { Chains } from './from-here/chains.js';
import { Loops } from './from-here/loops.js';
import { Plans } from './from-here/plans.service.js';
import { Ranking } from './ranking/ranking.service.js';
import { drivesSchema } from './schema.js';
import { SecretLinks } from './sharing/secret-links.js';
import { Sharing } from './sharing/sharing.service.js';
import { DERIVATIONS, DriveUpgrade } from './upgrade/drive-upgrade.js';
import { UpgradeWorker } from './upgrade/upgrade.worker.js';

@Module({
  imports: [JobsModule, PlacesModule, StorageModule, TypeOrmModule.forFeature(drivesSchema.entities)],
  controllers: [DrivesRpc, ...CONSUMERS, CardWorker, UpgradeWorker],
  providers: [
    DriveImports,
    DrivesQueries,
    DriveEvents,
    DriveOwners,
    DrivePopularity,
    DrivePhotos,
    DriveRatings,
    Authoring,
    Chains,
    CollectionLinks,
    CollectionShares,
    CollectionWays,
    Collections,
    CollectionsQueries,
    Demo,
    DriveCards,
    DriveSubmissions,
    DriveUpgrade,
    Directions,
    Loops,
    Plans,
    Ranking,
    Roads,
    SecretLinks,
    Sharing,
    Ways,
    {
      provide: Heights,
      inject: [SETTINGS, LOGGER],
      useFactory: (settings: Settings, logger: Logger) =>
        openHeights(settings, (message, error) => logger.warn({ error }, message)),
    },
    { provide: DERIVATIONS, inject: [PLACES, Heights], useFactory: derivationsOf },
    { provide: ROUTER, inject: [SETTINGS, CLOCK, LOGGER], useFactory: openRouter },
    { provide: DRAW_CARD, useFactory: cardDrawer },
  ],
})
export class DrivesModule {}
