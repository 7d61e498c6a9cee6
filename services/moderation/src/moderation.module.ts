import { Module } from '@nestjs/common';
import { JobsModule } from '@switchback/platform/nest/engine-modules';
import { HOST } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { type MediaService, MediaServiceDefinition } from '@switchback/proto/media/v1/service';
import { ANSWER_POST, AnswerMailWorker, openAnswerPost } from './answer-mail.js';
import { AnswersConsumer } from './consumers/answers.consumer.js';
import { PeopleConsumer } from './consumers/people.consumer.js';
import { SubmissionsConsumer } from './consumers/submissions.consumer.js';
import { Desk, DRIVES, type DrivesPeer, MEDIA, type MediaPeer } from './desk.js';
import { Items } from './items.js';
import { ModerationRpc } from './moderation.rpc.js';
import { People } from './people.js';
import { Queue } from './queue.js';
import { Submissions } from './submissions.js';
import { UpkeepWorker } from './upkeep.js';

@Module({
  imports: [JobsModule],
  controllers: [ModerationRpc, AnswersConsumer, PeopleConsumer, SubmissionsConsumer, AnswerMailWorker, UpkeepWorker],
  providers: [
    ...[Desk, Items, People, Queue, Submissions],
    { provide: DRIVES, inject: [HOST], useFactory: drivesPeer },
    { provide: MEDIA, inject: [HOST], useFactory: mediaPeer },
    {
      provide: ANSWER_POST,
      inject: [HOST],
      useFactory: ({ settings, clock }: ServiceHost) => openAnswerPost(settings, clock),
    },
  ],
})
export class ModerationModule {}

function drivesPeer({ peer }: ServiceHost): DrivesPeer {
  let drives: ReturnType<DrivesPeer> | undefined;
  return () => (drives ??= peer<DrivesService>('drives', DrivesServiceDefinition));
}

function mediaPeer({ peer }: ServiceHost): MediaPeer {
  let media: ReturnType<MediaPeer> | undefined;
  return () => (media ??= peer<MediaService>('media', MediaServiceDefinition));
}
