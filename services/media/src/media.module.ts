import { Module } from '@nestjs/common';
import { JobsModule, StorageModule } from '@switchback/platform/nest/engine-modules';
import { HOST } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { ACCOUNTS, type AccountsPeer } from '@switchback/platform/rpc/find-account';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { Accounts } from './accounts.js';
import { CONSUMERS } from './consumers/all.js';
import { DECODE, decodePhoto } from './decoding/decode.js';
import { DriveAccess, DRIVES, type DrivesPeer } from './drive-access.js';
import { Leftovers } from './leftovers.js';
import { Links } from './links.js';
import { MediaRpc } from './media.rpc.js';
import { PhotoEvents } from './photo-events.js';
import { PhotoFiles } from './photo-files.js';
import { PhotoLifecycle } from './photo-lifecycle.js';
import { PhotoRows } from './photo-rows.js';
import { Photos } from './photos.service.js';
import { UpkeepWorker } from './upkeep.js';

@Module({
  imports: [JobsModule, StorageModule],
  controllers: [MediaRpc, ...CONSUMERS, UpkeepWorker],
  providers: [
    ...[Accounts, DriveAccess, Leftovers, Links, PhotoEvents, PhotoFiles, PhotoLifecycle, PhotoRows, Photos],
    { provide: DECODE, useValue: decodePhoto },
    { provide: ACCOUNTS, inject: [HOST], useFactory: accountsPeer },
    { provide: DRIVES, inject: [HOST], useFactory: drivesPeer },
  ],
})
export class MediaModule {}

function drivesPeer({ peer }: ServiceHost): DrivesPeer {
  let drives: ReturnType<DrivesPeer> | undefined;
  return () => (drives ??= peer<DrivesService>('drives', DrivesServiceDefinition));
}

function accountsPeer({ peer }: ServiceHost): AccountsPeer {
  let auth: ReturnType<AccountsPeer> | undefined;
  return () => (auth ??= peer<AuthService>('auth', AuthServiceDefinition));
}
