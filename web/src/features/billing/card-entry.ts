import { isBlank } from '@switchback/contracts/rules/blank';
import type { SandboxCard } from './billing-endpoints.js';

/** Card fields as typed. */
export interface CardEntry {
  number: string;
  expiry: string;
  cvv: string;
  name: string;
}

export const EMPTY_CARD: CardEntry = { number: '', expiry: '', cvv: '', name: '' };

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Groups the digits by four, as on a card. */
export function groupedNumber(typed: string): string {
  return (
    digitsOf(typed)
      .slice(0, 19)
      .match(/\d{1,4}/g)
      ?.join(' ') ?? ''
  );
}

/** Formats an expiration as `MM / YY`, whether typed or pasted. */
export function groupedExpiry(typed: string): string {
  const digits = digitsOf(/^\s*\d\s*\//.test(typed) ? `0${typed}` : typed);
  // Drops the century of a four-digit year.
  const short = /^\d{2}20\d{2}$/.test(digits) ? digits.slice(0, 2) + digits.slice(4) : digits;
  const [month, year] = [short.slice(0, 2), short.slice(2, 4)];
  return year === '' ? month : `${month} / ${year}`;
}

export const isNumberComplete = (number: string) => /^\d{12,19}$/.test(digitsOf(number));
export const isExpiryComplete = (expiry: string) => /^(0[1-9]|1[0-2])\d{2}$/.test(digitsOf(expiry));
export const isCvvComplete = (cvv: string) => /^\d{3,4}$/.test(cvv.trim());
export const isNameGiven = (name: string) => !isBlank(name);

/** Whether the entry is complete; only then is the button enabled. */
export function isComplete({ number, expiry, cvv, name }: CardEntry): boolean {
  return isNumberComplete(number) && isExpiryComplete(expiry) && isCvvComplete(cvv) && isNameGiven(name);
}

/** Converts a complete entry to the sandbox's request format. */
export function cardOf({ number, expiry, cvv, name }: CardEntry): SandboxCard {
  const digits = digitsOf(expiry);
  return {
    number: digitsOf(number),
    expiryMonth: Number(digits.slice(0, 2)),
    expiryYear: 2_000 + Number(digits.slice(2)),
    cvv: cvv.trim(),
    name: name.trim(),
  };
}
