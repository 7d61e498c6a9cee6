import type { ServiceHost } from '@switchback/platform/process/service';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { Limits } from '@switchback/platform/limits/limits';
import type { EntityManager } from 'typeorm';
import type { BillingSettings } from '../billing-settings.js';
import type { Payments } from './payments.js';
import { SandboxPage } from './sandbox/sandbox-page.js';
import { SandboxPayments } from './sandbox/sandbox-payments.js';
import { SandboxWorld } from './sandbox/sandbox-world.js';

export interface PaymentDependencies {
  manager: EntityManager;
  settings: BillingSettings;
  jobs: Pick<Jobs, 'enqueue'>;
  limits: Pick<Limits, 'count' | 'giveBack'>;
  host: Pick<ServiceHost, 'clock' | 'ids'>;
}

/** The payment provider and, for the sandbox, the page that stands in for the provider's. */
export interface OpenPayments {
  payments: Payments;
  page: SandboxPage | null;
}

export const OPEN_PAYMENTS = Symbol('OpenPayments');

/** Opens the provider that the settings select. */
export async function openPayments({
  manager,
  settings,
  jobs,
  limits,
  host,
}: PaymentDependencies): Promise<OpenPayments> {
  const { clock, ids } = host;
  const { chargebee } = settings;
  if (chargebee) {
    const { openChargebee } = await import('./chargebee/chargebee-client.js');
    const { ChargebeePayments } = await import('./chargebee/chargebee-payments.js');
    return { payments: new ChargebeePayments(openChargebee(chargebee), chargebee, clock), page: null };
  }
  const world = new SandboxWorld(manager, clock, ids, jobs);
  return {
    payments: new SandboxPayments(manager, world, ids, clock, settings.sandbox),
    page: new SandboxPage(manager, world, ids, limits),
  };
}
