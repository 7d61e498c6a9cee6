import { heroPriceId } from '@switchback/contracts/rules/billing';
import { ConfigError, type Settings } from '@switchback/platform/config/settings';
import { storedKey } from '@switchback/platform/process/service-keys';
import type { Price } from './payments/payments.js';

/** Payment settings of the operator. */
export interface BillingSettings {
  product: string;
  publicUrl: string;
  price: Price;
  sandbox: SandboxSettings;
  /** Null if the sandbox stands in. */
  chargebee: ChargebeeSettings | null;
}

export interface ChargebeeSettings {
  site: string;
  apiKey: string;
  webhookUser: string;
  webhookPassword: string;
}

export interface SandboxSettings {
  webhookUser: string;
  /** Read only when the first event is received or sent. */
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
      webhookPassword: () => SANDBOX_WEBHOOK_PASSWORD ?? storedKey(DATA_DIR, KEY_FILE, 'SANDBOX_WEBHOOK_PASSWORD'),
    },
    chargebee: chargebeeSettings(settings),
  };
}

/** @throws ConfigError naming the missing settings. */
function chargebeeSettings(settings: Settings): ChargebeeSettings | null {
  const { CHARGEBEE_SITE: site, CHARGEBEE_API_KEY: apiKey } = settings;
  const { CHARGEBEE_WEBHOOK_USER: webhookUser, CHARGEBEE_WEBHOOK_PASSWORD: webhookPassword } = settings;
  if (site === undefined) return null;
  if (apiKey !== undefined && webhookUser !== undefined && webhookPassword !== undefined)
    return { site, apiKey, webhookUser, webhookPassword };
  const names = ['CHARGEBEE_API_KEY', 'CHARGEBEE_WEBHOOK_USER', 'CHARGEBEE_WEBHOOK_PASSWORD'] as const;
  const missing = names.filter((name) => settings[name] === undefined);
  throw new ConfigError(new Map(missing.map((name) => [name, 'must be set together with CHARGEBEE_SITE.'])));
}
