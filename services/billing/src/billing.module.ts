import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { Limits } from '@switchback/platform/limits/limits';
import { openMailer } from '@switchback/platform/mail/open-mailer';
import { JobsModule, LimitsModule } from '@switchback/platform/nest/engine-modules';
import { providePeer } from '@switchback/platform/nest/provide-peer';
import { HOST, JOBS, LIMITS } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { EntityManager } from 'typeorm';
import { AUTH } from './auth-peer.js';
import { BILLING_SETTINGS, type BillingSettings, billingSettings } from './billing-settings.js';
import { BillingRpc } from './billing.rpc.js';
import { CONSUMERS } from './consumers/all.js';
import { Deals } from './deals/deals.service.js';
import { MAILER, MailWorker } from './mails/mail.worker.js';
import { OPEN_PAYMENTS, type OpenPayments, openPayments } from './payments/open-payments.js';
import { PAYMENTS } from './payments/payments.js';
import { SandboxWorker } from './payments/sandbox/sandbox.worker.js';
import { billingSchema } from './schema.js';
import { Claims } from './subscriptions/claims.js';
import { AccountClosure } from './subscriptions/account-closure.js';
import { SubscriptionStore } from './subscriptions/subscription-store.js';
import { Subscriptions } from './subscriptions/subscriptions.js';
import { EventLog } from './webhooks/event-log.js';
import { EventWorker } from './webhooks/event.worker.js';
import { Webhooks } from './webhooks/webhooks.js';

@Module({
  imports: [JobsModule, LimitsModule, TypeOrmModule.forFeature(billingSchema.entities)],
  controllers: [BillingRpc, ...CONSUMERS, EventWorker, MailWorker, SandboxWorker],
  providers: [
    Claims,
    Deals,
    EventLog,
    AccountClosure,
    SubscriptionStore,
    Subscriptions,
    Webhooks,
    { provide: BILLING_SETTINGS, inject: [HOST], useFactory: ({ settings }: ServiceHost) => billingSettings(settings) },
    { provide: MAILER, inject: [HOST], useFactory: ({ settings, ...host }: ServiceHost) => openMailer(settings, host) },
    { provide: OPEN_PAYMENTS, inject: [EntityManager, BILLING_SETTINGS, JOBS, LIMITS, HOST], useFactory: paymentsOf },
    { provide: PAYMENTS, inject: [OPEN_PAYMENTS], useFactory: ({ payments }: OpenPayments) => payments },
    providePeer(AUTH, 'auth', AuthServiceDefinition),
  ],
})
export class BillingModule {}

function paymentsOf(
  manager: EntityManager,
  settings: BillingSettings,
  jobs: Jobs,
  limits: Limits,
  host: ServiceHost,
): Promise<OpenPayments> {
  return openPayments({ manager, settings, jobs, limits, host });
}
