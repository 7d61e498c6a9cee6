import { Module, type Provider } from '@nestjs/common';
import type { ServiceHost } from '../process/service.js';
import { HOST, JOBS, LIMITS, PLACES, STORAGE } from './tokens.js';

/** Provides an engine that is opened only for services that import its module. */
function engine(token: symbol, open: (host: ServiceHost) => Promise<unknown>): Provider {
  return { provide: token, inject: [HOST], useFactory: open };
}

@Module({ providers: [engine(JOBS, (host) => host.jobs())], exports: [JOBS] })
export class JobsModule {}

@Module({ providers: [engine(LIMITS, (host) => host.limits())], exports: [LIMITS] })
export class LimitsModule {}

@Module({ providers: [engine(PLACES, (host) => host.places())], exports: [PLACES] })
export class PlacesModule {}

@Module({ providers: [engine(STORAGE, (host) => host.storage())], exports: [STORAGE] })
export class StorageModule {}
