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
 * Events that notify a person of the end of the subscription by mail. A subscription that is deleted or moved out had
 * ended before, or was ended by staff.
 */
export const ENDING_EVENTS: readonly string[] = ['subscription_cancelled', 'subscription_canceled_with_backdating'];

const ended = (product: string): Words => ({
  subject: 'Your Hero subscription ended',
  paragraphs: [
    `Your Hero subscription to ${product} has ended. Your account is now free.`,
    'Nothing is lost: you can still view, export and delete your private drives.',
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
      'We could not charge your card for your Hero subscription.',
      'To stay a Hero, please check the card or add another one.',
    ],
  }),
  ...Object.fromEntries(ENDING_EVENTS.map((type) => [type, ended])),
};

/** Events that notify a person by mail. */
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
