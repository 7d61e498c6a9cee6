/** What a subscription can be; the provider's own words, in the spec's spelling. */
export const SUBSCRIPTION_STATUSES = ['active', 'in_trial', 'non_renewing', 'paused', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

const HERO_STATUSES: readonly SubscriptionStatus[] = ['active', 'in_trial', 'non_renewing'];

/** Whether an account is Hero by a subscription of this status. */
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

/** Prices in dollars and euros include local taxes, those in pounds VAT. */
export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const HERO_PRICE_ID = 'Hero-USD-Yearly';
/** A term in seconds: 365 consecutive days, leap year or not. */
export const TERM_SECONDS = 365 * 86_400;

/** What the one plan costs; the provider knows it by this id. */
export function heroPriceId(currency: Currency): string {
  return HERO_PRICE_ID.replace('USD', currency);
}

/** First word and the rest, as a name on a card is split. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** Whether the digits of a card number hold together: each typing mistake in one digit is found. */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .map(Number)
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((total, digit) => total + digit, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}
