import type { PaymentProvider } from '@switchback/contracts/rules/billing';
import { Test } from '@nestjs/testing';
import { ProductError } from '@switchback/platform/errors';
import { entitlementsTopic } from '@switchback/platform/events/topics';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import type { Mail } from '@switchback/platform/mail/mail';
import { PlatformModule } from '@switchback/platform/nest/platform.module';
import type { Call } from '@switchback/platform/rpc/call';
import { AccountType } from '@switchback/proto/auth/v1/account';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { TestClock } from '@switchback/testing/test-clock';
import { outboxOfTopic } from '@switchback/testing/outbox';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { testHost } from '@switchback/testing/test-host';
import { DataSource } from 'typeorm';
import { AUTH, type AuthPeer } from './auth-peer.js';
import { BillingModule } from './billing.module.js';
import { BillingRpc } from './billing.rpc.js';
import { MAILER, MailWorker } from './mails/mail.worker.js';
import { billing } from './service.js';
import { OPEN_PAYMENTS } from './payments/open-payments.js';
import { PAYMENTS, type Payments } from './payments/payments.js';
import { SEND_JOB } from './payments/sandbox/sandbox-jobs.js';
import { SandboxWorker } from './payments/sandbox/sandbox.worker.js';
import { AccountClosure } from './subscriptions/account-closure.js';
import { EVENT_JOB, MAIL_JOB } from './webhooks/event-job.js';
import { EventWorker } from './webhooks/event.worker.js';

/** Specs that only receive its events never call its API. */
const CHARGEBEE = {
  CHARGEBEE_SITE: 'drives',
  CHARGEBEE_API_KEY: 'key',
  CHARGEBEE_PUBLISHABLE_KEY: 'key',
  CHARGEBEE_WEBHOOK_USER: 'sandbox',
  CHARGEBEE_WEBHOOK_PASSWORD: 'canary-password',
};
export const PASSWORD = 'canary-password';
export const GOOD_CARD = {
  number: '4111111111111111',
  expiryMonth: 12,
  expiryYear: 2_090,
  cvv: '739',
  name: 'Ann Lee',
};

/** In-memory accounts: every person has one, except those in `gone`. */
export class FakeAccounts {
  readonly gone = new Set<string>();
  /** Last entitlement set for each person. */
  readonly heroes = new Map<string, boolean>();
  failure: Error | undefined;

  readonly peer: AuthPeer = async () => ({
    getAccount: async (_request, { caller }) => {
      if (this.failure) throw this.failure;
      const userId = caller?.userId ?? '';
      if (this.gone.has(userId)) throw new ProductError('invalidSession');
      const account = {
        userId,
        email: `${userId}@example.com`,
        passwordSet: true,
        suspended: false,
        accountType: AccountType.ACCOUNT_TYPE_FREE,
      };
      return { account, consents: [] };
    },
    setEntitlement: async ({ userId, hero }) => {
      if (this.failure) throw this.failure;
      this.heroes.set(userId, hero);
      return { known: true };
    },
  });
}

export type OpenedBilling = Awaited<ReturnType<typeof openBilling>>;

/**
 * Opens the service on the spec's own database. Jobs run immediately and no relay runs, so its events stay in the
 * outbox.
 */
export async function openBilling(url: string, provider: PaymentProvider = 'sandbox', taker?: Payments) {
  const [accounts, clock, jobs, mails] = [new FakeAccounts(), new TestClock(), new PromptJobs(), [] as Mail[]];
  const { settings } = testHost({});
  const host = testHost({
    settings: { ...settings, SANDBOX_WEBHOOK_PASSWORD: PASSWORD, ...(provider === 'chargebee' && CHARGEBEE) },
    clock: clock,
    // Hundreds of calls at once wait for a few connections: on a busy machine longer than a service should.
    database: async () => ({ url, connectTimeoutMs: 60_000 }),
    jobs: async () => jobs as unknown as Jobs,
    limits: async () => new MemoryLimits(clock),
  });
  const platform = PlatformModule.forService(host, { ...billing, publishes: [] });
  const module = Test.createTestingModule({ imports: [platform, BillingModule] });
  if (taker) module.overrideProvider(OPEN_PAYMENTS).useValue({ payments: taker, page: null });
  const app = await module
    .overrideProvider(AUTH)
    .useValue(accounts.peer)
    .overrideProvider(MAILER)
    .useValue({ send: async (mail: Mail) => void mails.push(mail), close: async () => undefined })
    .compile();
  const [rpc, events, sandbox] = [app.get(BillingRpc), app.get(EventWorker), app.get(SandboxWorker)];
  jobs.work(EVENT_JOB, (reference) => events.apply(reference));
  jobs.work(MAIL_JOB, (reference) => app.get(MailWorker).send(reference));
  jobs.work(SEND_JOB, () => sandbox.send());
  const source = app.get(DataSource);
  const published = async (userId: string): Promise<EntitlementEvent[]> => {
    return (await outboxOfTopic(source, entitlementsTopic)).filter((event) => event.userId === userId);
  };
  const close = async () => {
    await app.close();
    await host.closers.close();
  };
  const accountClosure = app.get(AccountClosure);
  const payments = app.get<Payments>(PAYMENTS);
  return { rpc, events, sandbox, accountClosure, payments, source, accounts, clock, mails, told: published, close };
}

export function callOf(userId: string): Call {
  return { requestId: 'r', caller: { userId, accountType: 'free' } };
}

/** Authorizes a card on the sandbox's page and makes it the person's card. */
export async function addCard({ rpc }: Pick<OpenedBilling, 'rpc'>, userId: string, card = GOOD_CARD): Promise<void> {
  const call = callOf(userId);
  const { paymentIntent } = await rpc.createPaymentIntent({}, call);
  const intentId = paymentIntent.id;
  await rpc.authorizeSandbox({ intentId, ...card, challengeId: '', challengeAnswer: '' }, call);
  await rpc.addPaymentSource({ intentId }, call);
}

/** Builds a webhook request as the provider sends it. */
export function knock(body: object, password = PASSWORD, provider: PaymentProvider = 'sandbox') {
  const authorization = `Basic ${Buffer.from(`sandbox:${password}`).toString('base64')}`;
  return { provider, authorization, json: JSON.stringify(body), address: '192.0.2.1' };
}

/** Builds a provider event about one subscription of a person. */
export function eventOf(id: string, type: string, subscription: Record<string, unknown>) {
  return { id, event_type: type, occurred_at: 1_767_225_600, content: { subscription } };
}
