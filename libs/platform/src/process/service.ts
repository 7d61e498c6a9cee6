import type { Type } from '@nestjs/common';
import type { ServiceModel } from '../db/database.js';
import type { ServiceDefinition } from '../rpc/call.js';
import type { ServiceName } from '../services.js';
import type { Host } from './host.js';
import type { Peer } from './peers.js';

/** The process from the perspective of a service: its engines and the other services. */
export interface ServiceHost extends Host {
  readonly peer: Peer;
}

/** Definition of a service: its module, its calls and its data. */
export interface Service<Definition extends ServiceDefinition = ServiceDefinition> {
  /** Name of the service, of its schema and, prefixed, of its database role. */
  readonly name: ServiceName;
  /** The calls that a controller of its module handles. */
  readonly definition: Definition;
  /** Contains the service's own classes; see {@link PlatformModule} for what they may inject. */
  readonly module: Type;
  /** Schema of its own tables, among them the outbox of a service that publishes. */
  readonly schema?: ServiceModel;
  /** The service connects to its schema itself, and only if the settings select PostgreSQL for its storage. */
  readonly connectsItself?: boolean;
}
