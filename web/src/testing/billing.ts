import type { PaymentCard, Receipt, SubscriptionAnswer } from '@switchback/contracts/endpoints/billing';
import type { Settings } from '@switchback/contracts/endpoints/product';
import { http, HttpResponse } from 'msw';
import { type FakeAccounts, refuse } from './accounts.js';

type State = NonNullable<SubscriptionAnswer['subscription']>['subscription'];

export const VISA: PaymentCard = {
  last4: '1111',
  card_type: 'visa',
  masked_number: '************1111',
  expiry_month: 4,
  expiry_year: 2090,
  status: 'valid',
};
export const GOOD_CARD = '4111111111111111';
export const CHALLENGE_CARD = '4000000000003220';
const DECLINED = 'Your card was declined by the sandbox';

/** The sandbox provider behind a fake API, for one account. Records requests. */
export class FakeBilling {
  settings: Settings['billing'] = {
    provider: 'sandbox',
    site: null,
    publishableKey: null,
    plan: { id: 'Hero-USD-Yearly', amount: 2_999, currency: 'USD' },
  };
  subscription: State | null = null;
  card: PaymentCard | null = null;
  receipts: Receipt[] = [];
  away = false;
  readonly sent: [string, unknown][] = [];
  private readonly accounts: FakeAccounts;

  constructor(accounts: FakeAccounts) {
    this.accounts = accounts;
  }

  subscribe(status: State['status'], nextBillingAt: number | null = 1_900_000_000): void {
    this.subscription = {
      status,
      next_billing_at: nextBillingAt,
      current_term_end: 1_900_000_000,
      subscription_items: [{ item_price_id: 'Hero-USD-Yearly' }],
    };
    const accountType = status === 'canceled' || status === 'paused' ? 'free' : 'hero';
    this.accounts.user = { ...this.accounts.user, accountType };
  }

  readonly handlers = [
    http.put('*/api/subscription/create/u1', ({ request }) => {
      this.sent.push(['create', request.headers.get('idempotency-key')]);
      if (this.away) return refuse(503, 'ERROR-00086', 'Payments are unavailable', 'Please try again shortly.');
      this.subscribe('active');
      const details = 'Enjoy all of it.';
      return HttpResponse.json({ title: 'You are a Hero', details, response: {} }, { status: 201 });
    }),
    http.post('*/api/subscription/cancel/u1', async ({ request }) => {
      this.sent.push(['cancel', await request.json()]);
      this.subscribe('non_renewing');
      return HttpResponse.json({ title: 'Subscription canceled', details: 'Hero stays until the term ends.' });
    }),
    http.post('*/api/subscription/payment-intent/u1', () =>
      HttpResponse.json({ paymentIntent: { id: 'pi-1', status: 'inited', amount: 0, currency_code: 'USD' } }),
    ),
    http.post('*/api/subscription/payment-source/add/u1', async ({ request }) => {
      this.sent.push(['card', await request.json()]);
      this.card = VISA;
      return HttpResponse.json({ title: 'Card added', details: 'It ends in 1111.' });
    }),
    http.post('*/api/subscription/receipts/u1', () => HttpResponse.json({ receipts: this.receipts })),
    http.post('*/api/billing/sandbox/authorize', async ({ request }) => this.authorize(await request.json())),
    http.post('*/api/subscription/u1', () =>
      this.away
        ? refuse(503, 'ERROR-00063', 'Payments are unavailable', 'Please try again shortly.')
        : HttpResponse.json({
            subscription: this.subscription && {
              customer: { payment_method: this.card && { type: 'card' } },
              subscription: this.subscription,
            },
            paymentSource: this.card && { card: this.card },
          }),
    ),
  ];

  private authorize(asked: unknown) {
    this.sent.push(['authorize', asked]);
    const { card, challenge } = asked as { card: { number: string }; challenge?: { answer: string } };
    const passes = card.number === GOOD_CARD || challenge?.answer === 'approve';
    if (passes) {
      return HttpResponse.json({
        authorizedPaymentIntent: { id: 'pi-1', status: 'authorized', amount: 0, currency_code: 'USD' },
      });
    }
    if (card.number === CHALLENGE_CARD && challenge === undefined) {
      return HttpResponse.json({ challenge: { id: 'ch-1' } });
    }
    return refuse(402, 'ERROR-00060', DECLINED, 'Please try another card.');
  }
}
