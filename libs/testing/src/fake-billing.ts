import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { BillingService, Subscription, ReceiveWebhookRequest } from '@switchback/proto/billing/v1/service';
import { FakeDeals } from './fake-deals.js';

type Method<Name extends keyof BillingService> = Rpc<BillingService>[Name];

const SUBSCRIPTION: Subscription = {
  id: 'sub_1',
  status: 'active',
  itemPriceId: 'Hero-USD-Yearly',
  resourceVersion: 1_767_323_045_000,
  nextBillingAt: 1_798_859_045,
  currentTermEnd: 1_798_859_045,
};
const INTENT = { id: 'pi_1', status: 'authorized', amount: 2_999, currencyCode: 'USD' };
const RECEIPT = { id: 'in_1', date: 1_767_323_045, total: 2_999, currencyCode: 'USD', status: 'paid', url: '' };
const CARD = {
  last4: '1111',
  cardType: 'visa',
  maskedNumber: '************1111',
  expiryMonth: 12,
  expiryYear: 2_090,
  status: 'valid',
};

/** Everyone has the same subscription and card; events are accepted only with the right password. */
export class FakeBilling extends FakeDeals implements Rpc<BillingService> {
  readonly events: ReceiveWebhookRequest[] = [];
  /** Users whose subscriptions were ended. */
  readonly ended: string[] = [];
  failure: Error | undefined;

  #own(call: Call): string {
    if (this.failure) throw this.failure;
    if (!call.caller) throw new ProductError('invalidSession');
    return call.caller.userId;
  }

  getSubscription: Method<'getSubscription'> = async ({ withCard }, call) => {
    this.#own(call);
    return { subscription: SUBSCRIPTION, card: withCard ? CARD : undefined };
  };
  createSubscription: Method<'createSubscription'> = async (_request, call) => ({
    customer: { id: this.#own(call), firstName: 'Ann', lastName: 'Lee' },
    subscription: SUBSCRIPTION,
  });
  cancelSubscription: Method<'cancelSubscription'> = async (_request, call) => {
    this.#own(call);
    return { subscription: { ...SUBSCRIPTION, status: 'non_renewing', nextBillingAt: undefined } };
  };
  createPaymentIntent: Method<'createPaymentIntent'> = async (_request, call) => {
    this.#own(call);
    return { paymentIntent: { ...INTENT, status: 'inited' } };
  };
  addPaymentSource: Method<'addPaymentSource'> = async (_request, call) => {
    this.#own(call);
    return {};
  };
  listReceipts: Method<'listReceipts'> = async (_request, call) => {
    this.#own(call);
    return { receipts: [RECEIPT] };
  };
  exportCustomer: Method<'exportCustomer'> = async (_request, call) => {
    this.#own(call);
    const cancellation = { at: '2026-01-02T03:04:05.000Z', reasons: ['noUse'], message: 'Too few curves.' };
    return { subscriptions: [SUBSCRIPTION], card: CARD, receipts: [RECEIPT], cancellations: [cancellation] };
  };
  authorizeSandbox: Method<'authorizeSandbox'> = async (_request, call) => {
    this.#own(call);
    return { authorized: INTENT, challengeId: '' };
  };
  receiveWebhook: Method<'receiveWebhook'> = async (request) => {
    if (this.failure) throw this.failure;
    if (request.authorization !== 'Basic right') throw new ProductError('webhookRefused');
    this.events.push(request);
    return {};
  };
  endCustomer: Method<'endCustomer'> = async (_request, call) => {
    this.ended.push(this.#own(call));
    return {};
  };
}
