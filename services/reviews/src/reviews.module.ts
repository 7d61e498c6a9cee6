import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '@switchback/platform/nest/engine-modules';
import { HOST } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { ACCOUNTS, type AccountsPeer } from '@switchback/platform/rpc/find-account';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { CONSUMERS } from './consumers/all.js';
import { Leftovers } from './leftovers.js';
import { DRIVES, type DrivesPeer, Published } from './published.js';
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
    { provide: ACCOUNTS, inject: [HOST], useFactory: accountsPeer },
    { provide: DRIVES, inject: [HOST], useFactory: drivesPeer },
  ],
})
export class ReviewsModule {}

function drivesPeer({ peer }: ServiceHost): DrivesPeer {
  let drives: ReturnType<DrivesPeer> | undefined;
  return () => (drives ??= peer<DrivesService>('drives', DrivesServiceDefinition));
}

function accountsPeer({ peer }: ServiceHost): AccountsPeer {
  let auth: ReturnType<AccountsPeer> | undefined;
  return () => (auth ??= peer<AuthService>('auth', AuthServiceDefinition));
}
