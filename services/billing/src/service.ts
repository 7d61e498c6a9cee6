import type { Service } from '@switchback/platform/process/service';
import { BillingServiceDefinition } from '@switchback/proto/billing/v1/service';
import { BillingModule } from './billing.module.js';
import { billingSchema } from './schema.js';

/** Definition of the billing service, for the process that hosts it. */
export const billing = {
  name: 'billing',
  definition: BillingServiceDefinition,
  module: BillingModule,
  schema: billingSchema,
} satisfies Service;
