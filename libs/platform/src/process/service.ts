import type { Type } from '@nestjs/common';
import type { ServiceModel } from '../db/database.js';
import type { TopicName } from '../events/event.js';
import type { ServiceDefinition } from '../rpc/call.js';
import type { ServiceName } from '../services.js';
import type { Host } from './host.js';
import type { Peer } from './peers.js';

/** A process as a service sees it: its engines, and the other services. */
export interface ServiceHost extends Host {
  readonly peer: Peer;
}

/** A service as a part of a process: what its module is put on, and where its calls come from. */
export interface Service<Definition extends ServiceDefinition = ServiceDefinition> {
  /** Also of its schema and its role in the database. */
  readonly name: ServiceName;
  /** The calls that a controller of its module answers. */
  readonly definition: Definition;
  /** Of its own parts; see {@link PlatformModule} for what they may inject. */
  readonly module: Type;
  /** What it keeps in a schema of its own; left out by one that opens what it keeps itself. */
  readonly schema?: ServiceModel;
  /** The topics it writes to, through an outbox of its own. */
  readonly publishes: TopicName[];
}
