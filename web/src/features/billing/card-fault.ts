import { asCallError, type CallError } from '../../api/error.js';
import { billingTexts } from '../../texts/billing.js';

/** Returns the reason why a card was refused, in the provider's own words if there are any. */
export function cardFault(error: unknown): CallError {
  const { failed } = billingTexts.card;
  const input = (error ?? {}) as { displayMessage?: unknown };
  const fault = asCallError(error);
  if (typeof input.displayMessage === 'string') return { ...fault, title: input.displayMessage, message: '' };
  return fault.title.trim() === '' || fault.code === 'UNEXPECTED' ? { ...fault, title: failed } : fault;
}
