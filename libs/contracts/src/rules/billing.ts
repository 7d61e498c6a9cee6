/** Subscription statuses: the provider's own words, in the spec's spelling. */
export const SUBSCRIPTION_STATUSES = ['active', 'in_trial', 'non_renewing', 'paused', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

const HERO_STATUSES: readonly SubscriptionStatus[] = ['active', 'in_trial', 'non_renewing'];

/** Reports whether a subscription of this status makes an account Hero. */
export function isHeroStatus(status: SubscriptionStatus): boolean {
  return HERO_STATUSES.includes(status);
}

export const CARD_TYPES = ['discover', 'amex', 'visa', 'mastercard', 'other'] as const;
export type CardType = (typeof CARD_TYPES)[number];

export const CARD_STATUSES = ['valid', 'expiring', 'expired'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const CANCEL_REASONS = ['tooExpensive', 'noUse', 'lacksFeatures', 'other'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const PAYMENT_PROVIDERS = ['chargebee', 'sandbox'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** Prices in dollars and euros include local taxes; prices in pounds include VAT. */
export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const HERO_PRICE_ID = 'Hero-USD-Yearly';
/** Subscription term in seconds: 365 days, in leap years too. */
export const TERM_SECONDS = 365 * 86_400;

/** Returns the provider's id of the only plan's price. */
export function heroPriceId(currency: Currency): string {
  return HERO_PRICE_ID.replace('USD', currency);
}

/** Splits the name on a card into the first word and the rest. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** Reports whether a card number passes the Luhn check, which detects any single-digit typo. */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .map(Number)
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((total, digit) => total + digit, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}
