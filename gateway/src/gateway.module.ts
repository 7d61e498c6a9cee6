import { type DynamicModule, Module } from '@nestjs/common';
import { Edge } from './edge.js';
import { GATEWAY_PARTS, type GatewayParts } from './gateway-parts.js';

/** The gateway as a Nest module: which service answers through which client is decided by whoever registers it. */
@Module({})
export class GatewayModule {
  static register(parts: GatewayParts): DynamicModule {
    return { module: GatewayModule, providers: [{ provide: GATEWAY_PARTS, useValue: parts }, Edge], exports: [Edge] };
  }
}
