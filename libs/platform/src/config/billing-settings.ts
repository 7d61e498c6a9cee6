import { CURRENCIES } from '@switchback/contracts/rules/billing';
import { z } from 'zod';
import { integer, setting } from './setting.js';

const text = (max: number) => z.string().max(max, `must have at most ${max} characters`);
const given = (max: number, message: string) => text(max).regex(/^[\x21-\x7e]+$/, message);
const KEY = 'must be a key without spaces';
const AT_FIRST_START = 'a password generated at first start, in `DATA_DIR/sandbox-webhook.key`';

/** Settings of the price of Hero and of the payment provider. */
export const BILLING_SETTINGS = {
  HERO_PRICE: setting(
    integer(1, 100_000_000).default(2_999),
    '2999',
    'The price of a year of Hero, in the smallest unit of `HERO_CURRENCY`; configure the same price at the payment provider.',
  ),
  HERO_CURRENCY: setting(
    z.enum(CURRENCIES, { error: `must be one of ${CURRENCIES.join(', ')}` }).default('USD'),
    'USD',
    'The currency of `HERO_PRICE`: `USD`, `EUR` or `GBP`. The price ID is `Hero-USD-Yearly`, with the code of the currency.',
  ),
  CHARGEBEE_SITE: setting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be the name of a site, as in NAME.chargebee.com')
      .optional(),
    'a sandbox that accepts test cards and charges nothing',
    'The Chargebee site that processes the payments: `NAME` of `NAME.chargebee.com`. Requires the four settings below as well.',
  ),
  CHARGEBEE_API_KEY: setting(given(200, KEY).optional(), 'no Chargebee', 'The full-access key of the site.', {
    secret: true,
  }),
  CHARGEBEE_PUBLISHABLE_KEY: setting(
    given(200, KEY).optional(),
    'no Chargebee',
    'The publishable key of the site; the checkout page makes it public.',
  ),
  CHARGEBEE_WEBHOOK_USER: setting(
    given(100, 'must be a name without spaces').optional(),
    'no Chargebee',
    'The user name for basic authentication when the site calls `/api/billing/webhooks/chargebee`.',
  ),
  CHARGEBEE_WEBHOOK_PASSWORD: setting(
    given(200, 'must not contain spaces').optional(),
    'no Chargebee',
    'The password that goes with `CHARGEBEE_WEBHOOK_USER`.',
    {
      secret: true,
    },
  ),
  SANDBOX_WEBHOOK_USER: setting(
    text(100).default('sandbox'),
    '`sandbox`',
    'The user name for basic authentication at `/api/billing/webhooks/sandbox`, if the sandbox replaces a payment provider.',
  ),
  SANDBOX_WEBHOOK_PASSWORD: setting(
    text(200).optional(),
    AT_FIRST_START,
    'The password that goes with `SANDBOX_WEBHOOK_USER`.',
    { secret: true },
  ),
};
