import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '@switchback/platform/nest/engine-modules';
import { HOST } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { type MediaService, MediaServiceDefinition } from '@switchback/proto/media/v1/service';
import { type ReviewsService, ReviewsServiceDefinition } from '@switchback/proto/reviews/v1/service';
import { type UsersService, UsersServiceDefinition } from '@switchback/proto/users/v1/service';
import { ANSWER_POST, AnswerMailWorker, openAnswerPost } from './answer-mail.js';
import { CONSUMERS } from './consumers/all.js';
import { ModerationService } from './moderation.service.js';
import { Items } from './items.js';
import { ModerationRpc } from './moderation.rpc.js';
import { PEERS, type Peers } from './peers.js';
import { People } from './people.js';
import { Queue } from './queue.js';
import { Reports } from './reports.js';
import { moderationSchema } from './schema.js';
import { Subjects } from './subjects.js';
import { Submissions } from './submissions.js';
import { UpkeepWorker } from './upkeep.js';

@Module({
  imports: [JobsModule, TypeOrmModule.forFeature(moderationSchema.entities)],
  controllers: [ModerationRpc, ...CONSUMERS, AnswerMailWorker, UpkeepWorker],
  providers: [
    ModerationService,
    Items,
    People,
    Queue,
    Reports,
    Subjects,
    Submissions,
    { provide: PEERS, inject: [HOST], useFactory: openPeers },
    {
      provide: ANSWER_POST,
      inject: [HOST],
      useFactory: ({ settings, ...host }: ServiceHost) => openAnswerPost(settings, host),
    },
  ],
})
export class ModerationModule {}

function openPeers({ peer }: ServiceHost): Peers {
  return {
    auth: () => peer<AuthService>('auth', AuthServiceDefinition),
    drives: () => peer<DrivesService>('drives', DrivesServiceDefinition),
    media: () => peer<MediaService>('media', MediaServiceDefinition),
    reviews: () => peer<ReviewsService>('reviews', ReviewsServiceDefinition),
    users: () => peer<UsersService>('users', UsersServiceDefinition),
  };
}
