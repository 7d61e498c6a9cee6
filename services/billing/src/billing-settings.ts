import { heroPriceId } from '@switchback/contracts/rules/billing';
import type { Settings } from '@switchback/platform/config/settings';
import { keptKey } from '@switchback/platform/process/service-keys';
import type { Price } from './payments/payments.js';

/** What operators decide of payments. */
export interface BillingSettings {
  product: string;
  publicUrl: string;
  price: Price;
  sandbox: SandboxSettings;
}

export interface SandboxSettings {
  webhookUser: string;
  /** Asked for when the first event comes or is sent. */
  webhookPassword: () => string;
}

export const BILLING_SETTINGS = Symbol('BillingSettings');
const KEY_FILE = 'sandbox-webhook.key';

export function billingSettings(settings: Settings): BillingSettings {
  const { HERO_CURRENCY, HERO_PRICE, SANDBOX_WEBHOOK_PASSWORD, DATA_DIR } = settings;
  return {
    product: settings.PRODUCT_NAME,
    publicUrl: settings.PUBLIC_URL,
    price: { id: heroPriceId(HERO_CURRENCY), amount: HERO_PRICE, currencyCode: HERO_CURRENCY },
    sandbox: {
      webhookUser: settings.SANDBOX_WEBHOOK_USER,
      webhookPassword: () => SANDBOX_WEBHOOK_PASSWORD ?? keptKey(DATA_DIR, KEY_FILE, 'SANDBOX_WEBHOOK_PASSWORD'),
    },
  };
}
