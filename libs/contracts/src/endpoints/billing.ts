import { z } from 'zod';
import { CARD_STATUSES, CARD_TYPES, PAYMENT_PROVIDERS, SUBSCRIPTION_STATUSES } from '../rules/billing.js';
import { LIMITS } from '../rules/limits.js';
import { ownParams } from './auth.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';
import { text } from './text.js';

const tag = 'Payments';
const own = { tag, access: 'owner', params: ownParams } as const;
const tokenOnly = z.object({ token }).default({});
const done = z.object({ title: z.string(), details: z.string() }).meta({ id: 'BillingDone' });
const epoch = z.number().int().nullable().meta({ description: 'Epoch seconds.' });
const amount = z.number().int().meta({ description: 'In the smallest currency unit.' });

const state = {
  status: z.enum(SUBSCRIPTION_STATUSES),
  next_billing_at: epoch,
  current_term_end: epoch,
  subscription_items: z.array(z.object({ item_price_id: z.string() })),
};

const card = z
  .object({
    last4: z.string(),
    card_type: z.enum(CARD_TYPES),
    masked_number: z.string(),
    expiry_month: z.number().int(),
    expiry_year: z.number().int(),
    status: z.enum(CARD_STATUSES),
  })
  .meta({ id: 'PaymentCard' });

export const subscription = endpoint('subscription', 'POST /api/subscription/{id}', {
  ...own,
  summary: 'Return the subscription and the card on file',
  query: z.object({
    paymentSources: z
      .enum(['true', 'false'])
      .optional()
      .meta({ param: { description: 'Whether to include the card.' }, example: 'true' }),
  }),
  body: tokenOnly,
  answer: z
    .object({
      subscription: z
        .object({
          customer: z.object({ payment_method: z.object({ type: z.enum(['card']) }).nullable() }),
          subscription: z.object(state),
        })
        .nullable(),
      paymentSource: z.object({ card }).nullable(),
    })
    .meta({ id: 'SubscriptionAnswer' }),
  errors: ['notAllowed', 'paymentsAway'],
});
export type SubscriptionAnswer = z.output<typeof subscription.answer>;
export type PaymentCard = z.output<typeof card>;

export const createSubscription = endpoint('createSubscription', 'PUT /api/subscription/create/{id}', {
  ...own,
  summary: 'Buy, renew or resume a subscription; the account is Hero once the call returns',
  body: tokenOnly,
  repeatable: true,
  status: 201,
  answer: z
    .object({
      title: z.string(),
      details: z.string(),
      response: z.object({
        subscription: z.object({ id: z.string(), resource_version: z.number().int(), ...state }),
        customer: z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }),
      }),
    })
    .meta({ id: 'CreatedSubscription' }),
  errors: [
    'notAllowed',
    'alreadySubscribed',
    'subscriptionBusy',
    'noCard',
    'cardDeclined',
    'paymentsAway',
    'keyReused',
  ],
});

const reason = z.boolean().nullish();
export const cancelSubscription = endpoint('cancelSubscription', 'POST /api/subscription/cancel/{id}', {
  ...own,
  summary: 'Cancel a subscription at the end of its term',
  body: z
    .object({
      token,
      reasons: z
        .object({
          tooExpensive: reason,
          noUse: reason,
          lacksFeatures: reason,
          other: reason,
          message: text(LIMITS.cancelMessageMax).nullish(),
        })
        .nullish(),
    })
    .default({}),
  answer: done,
  errors: ['notAllowed', 'notSubscribed', 'subscriptionBusy', 'paymentsAway'],
});

const intent = z
  .looseObject({ id: z.string(), status: z.string(), amount, currency_code: z.string() })
  .meta({ id: 'PaymentIntent', description: 'As created by the payment provider, for its script.' });
export type PaymentIntent = z.output<typeof intent>;

export const paymentIntent = endpoint('paymentIntent', 'POST /api/subscription/payment-intent/{id}', {
  ...own,
  summary: 'Create the payment intent to authorize a card for',
  body: tokenOnly,
  answer: z.object({ paymentIntent: intent }).meta({ id: 'PaymentIntentAnswer' }),
  errors: ['notAllowed', 'paymentsAway'],
});

const givenIntent = z.looseObject({ id: text(100, 1) }).meta({ example: { id: 'pi-1' } });

export const addPaymentSource = endpoint('addPaymentSource', 'POST /api/subscription/payment-source/add/{id}', {
  ...own,
  summary: 'Set an authorized card as the card on file',
  query: z.object({
    primary: z
      .enum(['true', 'false'])
      .optional()
      .meta({ param: { description: 'Ignored; a user has one card, which is the primary one.' }, example: 'true' }),
  }),
  body: z.object({ token, authorizedPaymentIntent: givenIntent }),
  answer: done,
  errors: ['notAllowed', 'intentNotAuthorised', 'paymentsAway'],
});

export const receipts = endpoint('receipts', 'POST /api/subscription/receipts/{id}', {
  ...own,
  summary: 'List receipts, newest first',
  body: tokenOnly,
  answer: z
    .object({
      receipts: z.array(
        z.object({
          id: z.string(),
          date: z.number().int(),
          total: amount,
          currency_code: z.string(),
          status: z.string(),
          url: z.string().nullable().meta({ description: 'URL of the receipt at the provider.' }),
        }),
      ),
    })
    .meta({ id: 'Receipts' }),
  errors: ['notAllowed', 'paymentsAway'],
});
export type Receipt = z.output<typeof receipts.answer>['receipts'][number];

export const authorizeSandbox = endpoint('authorizeSandbox', 'POST /api/billing/sandbox/authorize', {
  summary: 'Authorize a test card; sandbox provider only',
  tag,
  access: 'member',
  body: z.object({
    token,
    intentId: text(100, 1).meta({ example: 'pi-1' }),
    card: z
      .object({
        number: text(40),
        expiryMonth: z.number().int().min(0).max(99),
        expiryYear: z.number().int().min(0).max(9_999),
        cvv: text(10),
        name: text(LIMITS.cardNameMax),
      })
      .meta({
        example: { number: '4111111111111111', expiryMonth: 12, expiryYear: 2090, cvv: '123', name: 'Ann Lee' },
      }),
    challenge: z.object({ id: text(100, 1), answer: z.enum(['approve', 'decline']) }).nullish(),
  }),
  answer: z
    .object({
      authorizedPaymentIntent: intent.optional(),
      challenge: z.object({ id: z.string() }).optional(),
    })
    .meta({ id: 'SandboxAuthorisation' }),
  errors: ['cardDeclined', 'intentNotAuthorised', 'unknownRoute'],
});

export const billingWebhook = endpoint('billingWebhook', 'POST /api/billing/webhooks/{provider}', {
  summary: 'Receive a webhook event from the payment provider; returns once the event is stored',
  tag,
  params: z.object({ provider: z.enum(PAYMENT_PROVIDERS) }),
  body: z.record(z.string(), z.unknown()).meta({ example: { id: 'ev-1', event_type: 'customer_changed' } }),
  answer: z.object({}).meta({ id: 'EventTaken' }),
  errors: ['webhookRefused', 'unknownRoute'],
});
