import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { entitlementsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { Entitlements } from '../accounts/entitlements.js';

@Controller()
export class EntitlementsConsumer {
  constructor(private readonly entitlements: Entitlements) {}

  /** Applies entitlements to accounts. */
  @OnEvents(entitlementsTopic, 'auth-entitlements', { batchSize: 100 })
  async consume(events: Event<EntitlementEvent>[]): Promise<void> {
    for (const { payload } of events) await this.entitlements.apply(payload);
  }
}
