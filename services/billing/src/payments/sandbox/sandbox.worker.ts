import { Controller, Inject } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ProductError } from '@switchback/platform/errors';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { Repository } from 'typeorm';
import { BILLING_SETTINGS, type BillingSettings } from '../../billing-settings.js';
import { Webhooks } from '../../webhooks/webhooks.js';
import { PAYMENTS, type Payments } from '../payments.js';
import { SandboxWebhook } from './sandbox.entity.js';
import { dueWebhooks } from './sandbox.sql.js';
import { SEND_JOB, TERMS_JOB } from './sandbox-jobs.js';
import { SandboxPayments } from './sandbox-payments.js';

const TERMS_ROUNDS = 100;

/** Drops a webhook that the service refuses as invalid: it would block all webhooks behind it for good. */
function dropInvalid(error: unknown): void {
  if (!(error instanceof ProductError && error.error === 'invalidInput')) throw error;
}

/** Background work of the sandbox: ends terms and delivers webhooks. */
@Controller()
export class SandboxWorker {
  constructor(
    @InjectRepository(SandboxWebhook) private readonly queue: Repository<SandboxWebhook>,
    @Inject(PAYMENTS) private readonly payments: Payments,
    private readonly webhooks: Webhooks,
    @Inject(BILLING_SETTINGS) private readonly settings: Pick<BillingSettings, 'price'>,
  ) {}

  /** Also runs on a schedule: a webhook whose job was lost is late, never missing. */
  @WorksOn(SEND_JOB, { schedule: { cron: '* * * * *', payload: null } })
  async send(): Promise<void> {
    if (!(this.payments instanceof SandboxPayments)) return;
    for (const { position, body } of await dueWebhooks(this.queue.manager)) {
      const authorization = this.payments.authorization();
      await this.webhooks
        .receive({ provider: this.payments.provider, authorization, json: body, address: '' })
        .catch(dropInvalid);
      await this.queue.delete({ position });
    }
  }

  @WorksOn(TERMS_JOB, { schedule: { cron: '* * * * *', payload: null } })
  async endTerms(): Promise<void> {
    if (!(this.payments instanceof SandboxPayments)) return;
    for (let round = 0; round < TERMS_ROUNDS; round += 1)
      if (!(await this.payments.endTerms(this.settings.price))) return;
  }
}
