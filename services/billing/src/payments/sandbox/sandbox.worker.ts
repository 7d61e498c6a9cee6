import { Controller, Inject } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { DataSource } from 'typeorm';
import { BILLING_SETTINGS, type BillingSettings } from '../../billing-settings.js';
import { Webhooks } from '../../webhooks/webhooks.js';
import { PAYMENTS, type Payments } from '../payments.js';
import { SEND_JOB, TERMS_JOB } from './sandbox-jobs.js';
import { SandboxPayments } from './sandbox-payments.js';

const SEND_BATCH = 100;
const TERMS_ROUNDS = 100;

interface DueWebhook {
  position: string;
  body: string;
}

/** Drops a webhook that the service refuses as invalid: it would block all webhooks behind it for good. */
function dropInvalid(error: unknown): void {
  if (!(error instanceof ProductError && error.error === 'invalidInput')) throw error;
}

/** Background work of the sandbox: ends terms and delivers webhooks. */
@Controller()
export class SandboxWorker {
  constructor(
    private readonly source: DataSource,
    @Inject(PAYMENTS) private readonly payments: Payments,
    private readonly webhooks: Webhooks,
    @Inject(BILLING_SETTINGS) private readonly settings: Pick<BillingSettings, 'price'>,
  ) {}

  /** Also runs on a schedule: a webhook whose job was lost is late, never missing. */
  @WorksOn(SEND_JOB, { schedule: { cron: '* * * * *', payload: null } })
  async send(): Promise<void> {
    if (!(this.payments instanceof SandboxPayments)) return;
    const due = await this.source.query<DueWebhook[]>(
      `select position, body::text as body from sandbox_webhook where due_at <= clock_timestamp()
        order by due_at, position limit ${SEND_BATCH}`,
    );
    for (const { position, body } of due) {
      const authorization = this.payments.authorization();
      await this.webhooks
        .receive({ provider: this.payments.provider, authorization, json: body, address: '' })
        .catch(dropInvalid);
      await this.source.query('delete from sandbox_webhook where position = $1', [position]);
    }
  }

  @WorksOn(TERMS_JOB, { schedule: { cron: '* * * * *', payload: null } })
  async endTerms(): Promise<void> {
    if (!(this.payments instanceof SandboxPayments)) return;
    for (let round = 0; round < TERMS_ROUNDS; round += 1)
      if (!(await this.payments.endTerms(this.settings.price))) return;
  }
}
