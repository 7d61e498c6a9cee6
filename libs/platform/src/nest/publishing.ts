import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { OutboxRelay } from '../events/outbox-relay.js';

/** Publishes what a service writes to its outbox while the service runs, and ends before its connections do. */
export class Publishing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(readonly relay: OutboxRelay) {}

  onApplicationBootstrap(): void {
    this.relay.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.relay.stop();
  }
}
