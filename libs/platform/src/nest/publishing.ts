import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { OutboxRelay } from '../events/outbox-relay.js';

/** Publishes the events of a service's outbox while the service runs; stops before its connections close. */
export class Publishing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(readonly relay: OutboxRelay) {}

  onApplicationBootstrap(): void {
    this.relay.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.relay.stop();
  }
}
