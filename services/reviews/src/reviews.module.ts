import { Module } from '@nestjs/common';
import { HOST } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { AccountsConsumer } from './consumers/accounts.consumer.js';
import { DrivesConsumer } from './consumers/drives.consumer.js';
import { PeopleConsumer } from './consumers/people.consumer.js';
import { DRIVES, type DrivesPeer, Published } from './published.js';
import { Ratings } from './ratings.js';
import { ReviewPages } from './review-pages.js';
import { ReviewsRpc } from './reviews.rpc.js';
import { Reviews } from './reviews.service.js';

@Module({
  controllers: [ReviewsRpc, AccountsConsumer, DrivesConsumer, PeopleConsumer],
  providers: [
    ...[Published, Ratings, ReviewPages, Reviews],
    { provide: DRIVES, inject: [HOST], useFactory: drivesPeer },
  ],
})
export class ReviewsModule {}

function drivesPeer({ peer }: ServiceHost): DrivesPeer {
  let drives: ReturnType<DrivesPeer> | undefined;
  return () => (drives ??= peer<DrivesService>('drives', DrivesServiceDefinition));
}
