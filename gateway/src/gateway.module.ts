import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CLOCK, IDS, LIMITS, LOGGER, SETTINGS } from '@switchback/platform/nest/tokens';
import type { Host } from '@switchback/platform/process/host';
import { LocalFiles } from '@switchback/platform/storage/disk/local-files';
import { CONTROLLERS } from './controllers/all.js';
import { Downloads } from './downloads/downloads.js';
import { Edge } from './edge.js';
import { Region } from './files/region.js';
import { Streets } from './files/streets.js';
import { StreetsFile } from './files/streets-file.js';
import { BodyPace } from './http/body-pace.js';
import { CallLimits } from './http/call-limits.js';
import { RequestHooks } from './http/hooks.js';
import { RateLimit } from './http/rate-limit.js';
import { HEALTH, METRICS, OPEN_STORAGE } from './http/tokens.js';
import { OwnFiles } from './pages/own-files.js';
import { Pages } from './pages/pages.js';
import { SiteFiles } from './pages/site-files.js';
import { WEB_ROOT } from './pages/web-files.js';
import { RefusalFilter } from './refusal.filter.js';
import { CLIENTS, type Clients } from './services/clients.js';
import { Sessions } from './session/sessions.js';
import { Uploads } from './uploads/uploads.js';

/** The process from the perspective of the gateway. */
export type GatewayHost = Pick<
  Host,
  'settings' | 'clock' | 'ids' | 'logger' | 'metrics' | 'health' | 'limits' | 'storage'
>;

/** Files on this machine that the gateway serves. */
export interface ServedFiles {
  /** Absolute path of the built web app; null serves the API and bare pages. */
  webRoot: string | null;
  /** Serves links to files on our disk; null with an object store, which serves its own. */
  localFiles: LocalFiles | null;
}

/** The gateway as a Nest module; the caller of `forHost` decides which client reaches which service. */
@Module({
  controllers: CONTROLLERS,
  providers: [
    BodyPace,
    CallLimits,
    Downloads,
    Edge,
    OwnFiles,
    Pages,
    RateLimit,
    RefusalFilter,
    Region,
    RequestHooks,
    Sessions,
    SiteFiles,
    Streets,
    StreetsFile,
    Uploads,
    { provide: APP_FILTER, useExisting: RefusalFilter },
  ],
})
export class GatewayModule {
  static async forHost(
    host: GatewayHost,
    clients: Clients,
    { webRoot = null, localFiles = null }: Partial<ServedFiles>,
  ): Promise<DynamicModule> {
    return {
      module: GatewayModule,
      providers: [
        { provide: CLIENTS, useValue: clients },
        { provide: CLOCK, useValue: host.clock },
        { provide: HEALTH, useValue: host.health },
        { provide: IDS, useValue: host.ids },
        { provide: LIMITS, useValue: await host.limits() },
        { provide: LOGGER, useValue: host.logger },
        { provide: METRICS, useValue: host.metrics },
        { provide: OPEN_STORAGE, useValue: () => host.storage() },
        { provide: SETTINGS, useValue: host.settings },
        { provide: LocalFiles, useValue: localFiles },
        { provide: WEB_ROOT, useValue: webRoot },
      ],
    };
  }
}
