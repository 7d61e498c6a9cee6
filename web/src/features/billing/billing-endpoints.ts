import type { PaymentIntent, Receipt } from '@switchback/contracts/endpoints/billing';
import type { CancelReason } from '@switchback/contracts/rules/billing';
import { type Answer, asks } from '../../api/asks.js';
import { subscriptionApi } from '../../api/subscription-api.js';
import { userRefreshAsked } from '../../session/session-slice.js';

/** Timeout for calls that wait for the payment provider, which in turn waits for a bank. */
const PROVIDER_TIMEOUT_MS = 30_000;

type Done = Answer<'cancelSubscription'>;

export interface SandboxCard {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  cvv: string;
  name: string;
}

export interface SandboxAsk {
  intentId: string;
  card: SandboxCard;
  challenge?: { id: string; answer: 'approve' | 'decline' };
}

const billingApi = subscriptionApi.injectEndpoints({
  endpoints: (build) => ({
    receipts: build.query<Receipt[], string>({
      ...asks(
        'receipts',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.receipts,
      ),
      providesTags: ['Subscription'],
      keepUnusedDataFor: 0,
    }),
    subscribe: build.mutation<Answer<'createSubscription'>, { id: string; key: string }>({
      ...asks('createSubscription', ({ id, key }) => ({
        params: { id },
        body: {},
        idempotencyKey: key,
        timeoutMs: PROVIDER_TIMEOUT_MS,
      })),
      // Also after a failure: the subscription may exist although the response was lost.
      invalidatesTags: ['Subscription', 'Seen'],
      onQueryStarted: refreshUser,
    }),
    cancelSubscription: build.mutation<
      Done,
      { id: string; reasons: Partial<Record<CancelReason, boolean>> & { message?: string } }
    >({
      ...asks('cancelSubscription', ({ id, reasons }) => ({
        params: { id },
        body: { reasons },
        timeoutMs: PROVIDER_TIMEOUT_MS,
      })),
      invalidatesTags: ['Subscription'],
      onQueryStarted: refreshUser,
    }),
    paymentIntent: build.mutation<PaymentIntent, string>({
      ...asks(
        'paymentIntent',
        (id) => ({ params: { id }, body: {}, timeoutMs: PROVIDER_TIMEOUT_MS }),
        (answer) => answer.paymentIntent,
      ),
    }),
    authorizeSandbox: build.mutation<Answer<'authorizeSandbox'>, SandboxAsk>({
      ...asks('authorizeSandbox', (body) => ({ body, timeoutMs: PROVIDER_TIMEOUT_MS })),
    }),
    addCard: build.mutation<Done, { id: string; intent: PaymentIntent }>({
      ...asks('addPaymentSource', ({ id, intent }) => ({
        params: { id },
        query: { primary: true },
        body: { authorizedPaymentIntent: intent },
        timeoutMs: PROVIDER_TIMEOUT_MS,
      })),
      invalidatesTags: ['Subscription'],
    }),
  }),
});

/** Refreshes the user once the call settles: the account follows its subscription, even if the response was lost. */
async function refreshUser(
  _arg: unknown,
  { dispatch, queryFulfilled }: { dispatch: (action: unknown) => unknown; queryFulfilled: Promise<unknown> },
): Promise<void> {
  await queryFulfilled.catch(() => undefined);
  dispatch(userRefreshAsked());
}

export const {
  useReceiptsQuery,
  useSubscribeMutation,
  useCancelSubscriptionMutation,
  usePaymentIntentMutation,
  useAuthorizeSandboxMutation,
  useAddCardMutation,
} = billingApi;
