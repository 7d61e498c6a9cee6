import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule, StorageModule } from '@switchback/platform/nest/engine-modules';
import { providePeer } from '@switchback/platform/nest/provide-peer';
import { DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { ACCOUNTS } from '@switchback/platform/rpc/find-account';
import { AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { Accounts } from './accounts.js';
import { CONSUMERS } from './consumers/all.js';
import { DECODE, decodePhoto } from './decoding/decode.js';
import { DriveAccess, DRIVES } from './drive-access.js';
import { Leftovers } from './leftovers.js';
import { Links } from './links.js';
import { MediaRpc } from './media.rpc.js';
import { PhotoEvents } from './photo-events.js';
import { PhotoFiles } from './photo-files.js';
import { PhotoLifecycle } from './photo-lifecycle.js';
import { PhotoRows } from './photo-rows.js';
import { Photos } from './photos.service.js';
import { mediaSchema } from './schema.js';
import { UpkeepWorker } from './upkeep.js';

@Module({
  imports: [JobsModule, StorageModule, TypeOrmModule.forFeature(mediaSchema.entities)],
  controllers: [MediaRpc, ...CONSUMERS, UpkeepWorker],
  providers: [
    Accounts,
    DriveAccess,
    Leftovers,
    Links,
    PhotoEvents,
    PhotoFiles,
    PhotoLifecycle,
    PhotoRows,
    Photos,
    { provide: DECODE, useValue: decodePhoto },
    providePeer(ACCOUNTS, 'auth', AuthServiceDefinition),
    providePeer(DRIVES, 'drives', DrivesServiceDefinition),
  ],
})
export class MediaModule {}
