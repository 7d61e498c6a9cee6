import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CONTROLLERS } from './controllers/all.js';
import { Edge } from './edge.js';
import { GATEWAY_DEPENDENCIES, type GatewayDependencies } from './gateway-dependencies.js';
import { BodyPace } from './http/body-pace.js';
import { CallLimits } from './http/call-limits.js';
import { RefusalFilter } from './http/refusal.filter.js';
import { OwnFiles } from './pages/own-files.js';
import { Uploads } from './uploads/uploads.js';

/** The gateway as a Nest module; the caller of `register` decides which client reaches which service. */
@Module({
  controllers: CONTROLLERS,
  providers: [
    ...[BodyPace, CallLimits, OwnFiles, Uploads, RefusalFilter],
    ...[{ provide: APP_FILTER, useExisting: RefusalFilter }, Edge],
  ],
  exports: [Edge],
})
export class GatewayModule {
  static register(deps: GatewayDependencies): DynamicModule {
    const single = Object.entries(deps).map(([provide, useValue]) => ({ provide, useValue: useValue as unknown }));
    return { module: GatewayModule, providers: [{ provide: GATEWAY_DEPENDENCIES, useValue: deps }, ...single] };
  }
}
