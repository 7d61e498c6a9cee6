import type { SubscriptionState } from '../subscriptions/subscription-state.js';
import { PAYMENT_FAILED } from '../payments/provider-event.js';

export interface MailedEvent {
  type: string;
  snapshot: Pick<SubscriptionState, 'nextBillingAt'> | null;
}

interface MailSettings {
  product: string;
  publicUrl: string;
}

interface Words {
  subject: string;
  paragraphs: readonly string[];
}

/**
 * Events that a person is mailed about as the end of the subscription. One that is deleted or moved out had ended
 * before, or was ended by staff.
 */
export const ENDING_EVENTS: readonly string[] = ['subscription_cancelled', 'subscription_canceled_with_backdating'];

const ended = (product: string): Words => ({
  subject: 'Your Hero subscription ended',
  paragraphs: [
    `Your Hero subscription to ${product} has ended, and your account is free now.`,
    'Nothing you made is lost: your private drives can still be read, exported and deleted.',
  ],
});

const WORDS: Readonly<Record<string, (product: string, next: string) => Words>> = {
  subscription_renewed: (product, next) => ({
    subject: 'Your Hero subscription was renewed',
    paragraphs: [
      `Your Hero subscription to ${product} was renewed for another 365 days.`,
      next === '' ? '' : `The next payment is due on ${next}.`,
    ],
  }),
  [PAYMENT_FAILED]: () => ({
    subject: 'Your payment failed',
    paragraphs: [
      'The payment for your Hero subscription could not be taken from your card.',
      'Please check the card, or add another one, so that you stay a Hero.',
    ],
  }),
  ...Object.fromEntries(ENDING_EVENTS.map((type) => [type, ended])),
};

/** Events that people are mailed about. */
export const MAILED_EVENTS: ReadonlySet<string> = new Set(Object.keys(WORDS));

/** Returns null for an event that is not mailed. */
export function writeMail({ type, snapshot }: MailedEvent, { product, publicUrl }: MailSettings) {
  const next = snapshot?.nextBillingAt ? inWords(new Date(snapshot.nextBillingAt * 1_000)) : '';
  const words = Object.hasOwn(WORDS, type) ? WORDS[type]?.(product, next) : undefined;
  if (!words) return null;
  const page = `Your subscription:\n${publicUrl}/manage-subscription`;
  const text = [...words.paragraphs.filter((paragraph) => paragraph !== ''), page, product].join('\n\n');
  return { subject: `${words.subject} - ${product}`, text: `${text}\n` };
}

function inWords(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
