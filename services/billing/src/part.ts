import { entitlementsTopic } from '@switchback/platform/events/topics';
import type { Service } from '@switchback/platform/process/service';
import { BillingServiceDefinition } from '@switchback/proto/billing/v1/service';
import { BillingModule } from './billing.module.js';
import { billingSchema } from './schema.js';

/** The billing service as a part of a process. */
export const billing = {
  name: 'billing',
  definition: BillingServiceDefinition,
  module: BillingModule,
  schema: billingSchema,
  publishes: [entitlementsTopic],
} satisfies Service;
