import { type CardStatus, type CardType, passesLuhn } from '@switchback/contracts/rules/billing';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Card } from '../payments.js';

/** A card as a person types it. Neither its number nor its CVV is stored, logged or repeated. */
export interface TypedCard {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  cvv: string;
  name: string;
}

/** The part of a card that is stored. */
export type StoredCard = Omit<Card, 'status'> & { name: string };

type Behavior = 'passes' | 'challenges' | 'declines';

const TEST_CARDS: Readonly<Record<string, { type: CardType; behavior: Behavior }>> = {
  '4111111111111111': { type: 'visa', behavior: 'passes' },
  '5555555555554444': { type: 'mastercard', behavior: 'passes' },
  '378282246310005': { type: 'amex', behavior: 'passes' },
  '6011111111111117': { type: 'discover', behavior: 'passes' },
  '4000000000003220': { type: 'visa', behavior: 'challenges' },
  '4000000000000002': { type: 'visa', behavior: 'declines' },
};

const YEAR_MAX = 2_200;

/**
 * @returns the part of the card that is stored, and whether its bank challenges the person first.
 * @throws ProductError `invalidInput` for `expiry`, `cvv` or `name`; `cardDeclined` with the message that the provider
 * would give.
 */
export function readCard(typed: TypedCard, now: Date): { card: StoredCard; isChallenged: boolean } {
  const digits = typed.number.replace(/[\s-]/g, '');
  const known = Object.hasOwn(TEST_CARDS, digits) ? TEST_CARDS[digits] : undefined;
  if (!isExpiry(typed) || statusOf(typed, now) === 'expired')
    throw refuseField('expiry', 'invalidInput', 'Is in the past.');
  const cvv = known?.type === 'amex' ? /^\d{4}$/ : /^\d{3,4}$/;
  if (!cvv.test(typed.cvv))
    throw refuseField('cvv', 'invalidInput', 'Please enter the three or four digits printed on the card.');
  const name = typed.name.trim();
  if (name === '') throw refuseField('name', 'invalidInput', 'Please enter the name printed on the card.');
  if (!passesLuhn(digits)) throw declined('Your card number is incorrect.');
  if (!known) throw declined('The sandbox accepts test cards only.');
  if (known.behavior === 'declines') throw declined('Your card was declined.');
  const last4 = digits.slice(-4);
  const { expiryMonth, expiryYear } = typed;
  return {
    card: { last4, type: known.type, maskedNumber: last4.padStart(digits.length, '*'), expiryMonth, expiryYear, name },
    isChallenged: known.behavior === 'challenges',
  };
}

export function declined(title: string): ProductError {
  return new ProductError('cardDeclined', { title });
}

/** A card is valid until the last day of its month. */
export function statusOf({ expiryMonth, expiryYear }: Pick<Card, 'expiryMonth' | 'expiryYear'>, now: Date): CardStatus {
  const left = (expiryYear - now.getUTCFullYear()) * 12 + expiryMonth - (now.getUTCMonth() + 1);
  if (left < 0) return 'expired';
  return left === 0 ? 'expiring' : 'valid';
}

function isExpiry({ expiryMonth, expiryYear }: TypedCard): boolean {
  return expiryMonth >= 1 && expiryMonth <= 12 && expiryYear <= YEAR_MAX;
}
