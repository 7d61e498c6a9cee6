import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '@switchback/platform/nest/engine-modules';
import { providePeer } from '@switchback/platform/nest/provide-peer';
import { ACCOUNTS } from '@switchback/platform/rpc/find-account';
import { AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { CONSUMERS } from './consumers/all.js';
import { Leftovers } from './leftovers.js';
import { DRIVES, Published } from './published.js';
import { Ratings } from './ratings.js';
import { ReviewPages } from './review-pages.js';
import { ReviewsRpc } from './reviews.rpc.js';
import { Reviews } from './reviews.service.js';
import { reviewsSchema } from './schema.js';
import { UpkeepWorker } from './upkeep.js';

@Module({
  imports: [JobsModule, TypeOrmModule.forFeature(reviewsSchema.entities)],
  controllers: [ReviewsRpc, ...CONSUMERS, UpkeepWorker],
  providers: [
    Leftovers,
    Published,
    Ratings,
    ReviewPages,
    Reviews,
    providePeer(ACCOUNTS, 'auth', AuthServiceDefinition),
    providePeer(DRIVES, 'drives', DrivesServiceDefinition),
  ],
})
export class ReviewsModule {}
