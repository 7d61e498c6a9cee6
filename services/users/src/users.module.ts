import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule, PlacesModule, StorageModule } from '@switchback/platform/nest/engine-modules';
import { providePeer } from '@switchback/platform/nest/provide-peer';
import { HOST } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { BillingServiceDefinition } from '@switchback/proto/billing/v1/service';
import { DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { MediaServiceDefinition } from '@switchback/proto/media/v1/service';
import { Avatars } from './avatars/avatars.js';
import { DECODE, decodeInProcess } from './avatars/decode.js';
import { OrphanedUploads } from './avatars/orphaned-uploads.js';
import { CONSUMERS } from './consumers/all.js';
import { CONTACT_DESK, ContactMailWorker, openContactDesk } from './contact/contact-mail.js';
import { ContactMessages } from './contact/contact-messages.js';
import { ContactService } from './contact/contact.service.js';
import { ExportWorker } from './exports/export.worker.js';
import { ExportsService } from './exports/exports.service.js';
import { DriveFacts } from './facts/drive-facts.js';
import { DriveLists } from './facts/drive-lists.js';
import { FactReader } from './facts/fact-reader.js';
import { KnownDrives } from './facts/known-drives.js';
import { SharingService } from './lists/sharing.service.js';
import { ListsService } from './lists/lists.service.js';
import { NOTICE_POST, NoticeMailWorker, openNoticePost } from './notices/notice-mail.js';
import { Notifier } from './notices/notifier.js';
import { Notices } from './notices/notices.js';
import { AUTH, BILLING, DRIVES, MEDIA } from './peers.js';
import { People } from './people.js';
import { AccountsService } from './profiles/accounts.service.js';
import { ProfileInput } from './profiles/profile-input.js';
import { ProfilesService } from './profiles/profiles.service.js';
import { Usernames } from './profiles/usernames.js';
import { usersSchema } from './schema.js';
import { RecentSearches } from './searches/recent-searches.js';
import { UpkeepWorker } from './upkeep.js';
import { UsersRpc } from './users.rpc.js';

@Module({
  imports: [JobsModule, PlacesModule, StorageModule, TypeOrmModule.forFeature(usersSchema.entities)],
  controllers: [UsersRpc, ...CONSUMERS, ContactMailWorker, NoticeMailWorker, ExportWorker, UpkeepWorker],
  providers: [
    AccountsService,
    Avatars,
    ContactMessages,
    ContactService,
    DriveFacts,
    DriveLists,
    ExportsService,
    FactReader,
    OrphanedUploads,
    KnownDrives,
    ListsService,
    People,
    ProfileInput,
    ProfilesService,
    RecentSearches,
    Notices,
    Notifier,
    SharingService,
    Usernames,
    providePeer(AUTH, 'auth', AuthServiceDefinition),
    providePeer(BILLING, 'billing', BillingServiceDefinition),
    providePeer(DRIVES, 'drives', DrivesServiceDefinition),
    providePeer(MEDIA, 'media', MediaServiceDefinition),
    {
      provide: CONTACT_DESK,
      inject: [HOST],
      useFactory: ({ settings, ...host }: ServiceHost) => openContactDesk(settings, host),
    },
    {
      provide: NOTICE_POST,
      inject: [HOST],
      useFactory: ({ settings, ...host }: ServiceHost) => openNoticePost(settings, host),
    },
    { provide: DECODE, useValue: decodeInProcess },
  ],
})
export class UsersModule {}
