import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { entitlementsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { SecretLinks } from '../sharing/secret-links.js';

@Controller()
export class EntitlementsConsumer {
  constructor(private readonly links: SecretLinks) {}

  /** Revokes the secret links of people who are no longer Heroes. */
  @OnEvents(entitlementsTopic, 'drives-entitlements', { batchSize: 100 })
  async consume(events: Event<EntitlementEvent>[]): Promise<void> {
    for (const { payload } of events) if (!payload.hero) await this.links.revokeAll(payload.userId);
  }
}
