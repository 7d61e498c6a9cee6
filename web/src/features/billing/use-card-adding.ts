import type { PaymentIntent } from '@switchback/contracts/endpoints/billing';
import { useState } from 'react';
import type { CallError } from '../../api/error.js';
import {
  type SandboxAsk,
  type SandboxCard,
  useAddCardMutation,
  useAuthorizeSandboxMutation,
  usePaymentIntentMutation,
} from './billing-endpoints.js';
import { cardFault } from './card-fault.js';

type Added = NonNullable<Awaited<ReturnType<ReturnType<typeof useAddCardMutation>[0]>>['data']>;

interface CardAdding {
  /** Whether the bank's challenge is pending. */
  isChallenged: boolean;
  isBusy: boolean;
  /** Sends the card. Returns the error; null if the card was added or the bank asks for a challenge first. */
  submit: (card: SandboxCard) => Promise<CallError | null>;
  answer: (answer: 'approve' | 'decline') => Promise<CallError | null>;
}

/**
 * Adds a card: creates an intent, authorizes it, passes on the bank's challenge if there is one, and makes the card the
 * one that is charged.
 */
export function useCardAdding(userId: string, onAdded: (done: Added) => void): CardAdding {
  const [begin] = usePaymentIntentMutation();
  const [authorize] = useAuthorizeSandboxMutation();
  const [add] = useAddCardMutation();
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<SandboxAsk | null>(null);

  const finish = async (intent: PaymentIntent) => {
    const { data, error } = await add({ id: userId, intent });
    if (data === undefined) return cardFault(error);
    onAdded(data);
    return null;
  };
  const authorise = async (ask: SandboxAsk) => {
    const { data, error } = await authorize(ask);
    setAsked(null);
    if (data === undefined) return cardFault(error);
    if (data.authorizedPaymentIntent !== undefined) return finish(data.authorizedPaymentIntent);
    if (data.challenge === undefined) return cardFault(null);
    setAsked({ ...ask, challenge: { id: data.challenge.id, answer: 'decline' } });
    return null;
  };
  const start = async (card: SandboxCard) => {
    const { data, error } = await begin(userId);
    return data === undefined ? cardFault(error) : authorise({ intentId: data.id, card });
  };
  const busily = async (work: Promise<CallError | null>) => {
    setBusy(true);
    const fault = await work;
    setBusy(false);
    return fault;
  };
  return {
    isChallenged: asked !== null,
    isBusy,
    submit: (card) => busily(start(card)),
    answer: (answer) =>
      asked?.challenge === undefined
        ? Promise.resolve(null)
        : busily(authorise({ ...asked, challenge: { ...asked.challenge, answer } })),
  };
}
