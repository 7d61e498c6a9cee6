import { CURRENCIES } from '@switchback/contracts/rules/billing';
import { z } from 'zod';
import { integer, setting } from './setting.js';

const text = (max: number) => z.string().max(max, `must have at most ${max} characters`);
const AT_FIRST_START = 'a password made at the first start, in `DATA_DIR/sandbox-webhook.key`';

/** The settings of what Hero costs, and of who takes the money. */
export const BILLING_SETTINGS = {
  HERO_PRICE: setting(
    integer(1, 100_000_000).default(2_999),
    '2999',
    'What a year of Hero costs, in the smallest unit of `HERO_CURRENCY`; the provider of payments must know the same price.',
  ),
  HERO_CURRENCY: setting(
    z.enum(CURRENCIES, { error: `must be one of ${CURRENCIES.join(', ')}` }).default('USD'),
    'USD',
    'The currency of `HERO_PRICE`: `USD`, `EUR` or `GBP`. The price is called `Hero-USD-Yearly`, or so with another currency.',
  ),
  SANDBOX_WEBHOOK_USER: setting(
    text(100).default('sandbox'),
    '`sandbox`',
    'Who sends events to `/api/billing/webhooks/sandbox`, where the sandbox stands in for a provider of payments.',
  ),
  SANDBOX_WEBHOOK_PASSWORD: setting(text(200).optional(), AT_FIRST_START, 'How they show that.', { secret: true }),
};
