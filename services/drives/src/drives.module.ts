import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule, PlacesModule, StorageModule } from '@switchback/platform/nest/engine-modules';
import { providePeer } from '@switchback/platform/nest/provide-peer';
import { IDS } from '@switchback/platform/nest/tokens';
import { RoadsServiceDefinition } from '@switchback/proto/roads/v1/service';
import { Authoring } from './authoring/authoring.service.js';
import { DriveSubmissions } from './authoring/submissions.js';
import { CardWorker } from './cards/card.worker.js';
import { cardDrawer, DRAW_CARD } from './cards/draw-card.js';
import { DriveCards } from './cards/drive-cards.js';
import { CollectionLinks } from './collections/collection-links.js';
import { CollectionReviews } from './collections/collection-reviews.js';
import { CollectionShares } from './collections/collection-shares.js';
import { CollectionSubmissions } from './collections/collection-submissions.js';
import { CollectionWays } from './collections/collection-ways.js';
import { CollectionsQueries } from './collections/collections.queries.js';
import { Collections } from './collections/collections.service.js';
import { CONSUMERS } from './consumers/all.js';
import { Demo } from './demo/load-demo.js';
import { derivationsOf } from './upgrade/derivations.js';
import { DriveEvents } from './events/drive-events.js';
import { DriveOwners } from './copies/drive-owners.js';
import { DrivePopularity } from './copies/drive-popularity.js';
import { DrivePhotos } from './copies/drive-photos.js';
import { DriveRatings } from './copies/drive-ratings.js';
import { CoveringDrives } from './queries/covering-drives.js';
import { DrivesQueries } from './queries/drives.queries.js';
import { DrivesRpc } from './drives.rpc.js';
import { DriveImports } from './import/drive-imports.js';
import { Chains } from './from-here/chains.js';
import { Plans } from './from-here/plans.service.js';
import { LineFacts } from './roads/line-facts.js';
import { ROADS } from './roads/roads.js';
import { Routes } from './roads/routes.js';
import { Ranking } from './ranking/ranking.service.js';
import { Records } from './records/records.js';
import { TrackPlaces } from './records/track-places.js';
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
    CoveringDrives,
    DrivesQueries,
    DriveEvents,
    DriveOwners,
    DrivePopularity,
    DrivePhotos,
    DriveRatings,
    Authoring,
    Chains,
    CollectionLinks,
    CollectionReviews,
    CollectionShares,
    CollectionSubmissions,
    CollectionWays,
    Collections,
    CollectionsQueries,
    Demo,
    DriveCards,
    DriveSubmissions,
    DriveUpgrade,
    LineFacts,
    Plans,
    Ranking,
    Records,
    Routes,
    SecretLinks,
    Sharing,
    TrackPlaces,
    { provide: DERIVATIONS, inject: [ROADS, IDS], useFactory: derivationsOf },
    providePeer(ROADS, 'roads', RoadsServiceDefinition),
    { provide: DRAW_CARD, useFactory: cardDrawer },
  ],
})
export class DrivesModule {}
