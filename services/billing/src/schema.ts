import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { Deal } from './deals/deal.entity.js';
import { MIGRATIONS } from './migrations/all.js';
import {
  SandboxCard,
  SandboxCharge,
  SandboxIntent,
  SandboxSubscription,
  SandboxWebhook,
} from './payments/sandbox/sandbox.entity.js';
import { Cancellation } from './subscriptions/cancellation.entity.js';
import { Customer } from './subscriptions/customer.entity.js';
import { Subscription } from './subscriptions/subscription.entity.js';
import { EventPoll, StoredEvent } from './webhooks/stored-event.entity.js';

export const billingSchema: ServiceModel = {
  // The single row of `sandbox_world` has no key, which an entity requires.
  entities: [
    Cancellation,
    Customer,
    Deal,
    EventPoll,
    SandboxCard,
    SandboxCharge,
    SandboxIntent,
    SandboxSubscription,
    SandboxWebhook,
    StoredEvent,
    Subscription,
  ],
  migrations: MIGRATIONS,
};

/** Connects to the service's schema and migrates it. The caller closes it with `destroy`. */
export function connectBilling(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'billing', billingSchema);
}
