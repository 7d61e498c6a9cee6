import { ProductError } from '@switchback/platform/errors';
import { Inject } from '@nestjs/common';
import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Call } from '@switchback/platform/rpc/call';
import * as Wire from '@switchback/proto/billing/v1/service';
import { Deals } from './deals/deals.service.js';
import { OPEN_PAYMENTS, type OpenPayments } from './payments/open-payments.js';
import type { Card } from './payments/payments.js';
import { AccountClosure } from './subscriptions/account-closure.js';
import type { SubscriptionState } from './subscriptions/subscription-state.js';
import { Subscriptions } from './subscriptions/subscriptions.js';
import { Webhooks } from './webhooks/webhooks.js';

/** RPC interface of the billing service, as other processes call it. */
@RpcController(Wire.BillingServiceDefinition)
export class BillingRpc {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly webhooks: Webhooks,
    private readonly accountClosure: AccountClosure,
    private readonly deals: Deals,
    @Inject(OPEN_PAYMENTS) private readonly open: Pick<OpenPayments, 'page'>,
  ) {}

  async getSubscription({ withCard }: Wire.GetSubscriptionRequest, call: Call) {
    const userId = requireUser(call);
    const stored = await this.subscriptions.find(userId);
    const card = withCard ? await this.subscriptions.findCard(userId) : null;
    return { subscription: stored ? toWire(stored) : undefined, card: toWireCard(card) };
  }

  async createSubscription(asked: Wire.CreateSubscriptionRequest, call: Call) {
    const person = requireUser(call);
    const request = idempotentRequest(person, asked);
    const { subscription, customer } = await this.subscriptions.create(person, request, call);
    return { subscription: toWire(subscription), customer: { id: person, ...customer } };
  }

  async cancelSubscription({ message, ...chosen }: Wire.CancelSubscriptionRequest, call: Call) {
    const reasons = Object.entries(chosen).flatMap(([reason, isChosen]) => (isChosen ? [reason] : []));
    const ending = await this.subscriptions.cancel(requireUser(call), { reasons, message });
    return { subscription: toWire(ending) };
  }

  async createPaymentIntent(_request: Wire.CreatePaymentIntentRequest, call: Call) {
    const { provider, ...intent } = await this.subscriptions.createIntent(requireUser(call));
    return { paymentIntent: { ...intent, ...(provider && { providerJson: JSON.stringify(provider) }) } };
  }

  async addPaymentSource({ intentId }: Wire.AddPaymentSourceRequest, call: Call) {
    await this.subscriptions.addCard(requireUser(call), intentId);
    return {};
  }

  async listReceipts(_request: Wire.ListReceiptsRequest, call: Call) {
    return { receipts: await this.subscriptions.receipts(requireUser(call)) };
  }

  async exportCustomer(_request: Wire.ExportCustomerRequest, call: Call) {
    const { subscriptions, card, receipts, cancellations } = await this.subscriptions.all(requireUser(call));
    return {
      subscriptions: subscriptions.map(toWire),
      card: toWireCard(card),
      receipts,
      cancellations: cancellations.map(({ at, ...said }) => ({ ...said, at: at.toISOString() })),
    };
  }

  async authorizeSandbox(request: Wire.AuthorizeSandboxRequest, call: Call) {
    const userId = requireUser(call);
    const { page } = this.open;
    if (!page) throw new ProductError('unknownRoute');
    const { intentId, challengeId, challengeAnswer, ...card } = request;
    const challenge = challengeId === '' ? null : { id: challengeId, answer: challengeAnswer };
    const authorization = await page.authorise(userId, intentId, { card, challenge });
    return { authorized: authorization.authorized ?? undefined, challengeId: authorization.challengeId ?? '' };
  }

  async receiveWebhook(request: Wire.ReceiveWebhookRequest) {
    await this.webhooks.receive(request);
    return {};
  }

  async endCustomer(_request: Wire.EndCustomerRequest, call: Call) {
    await this.accountClosure.leave(requireUser(call));
    return {};
  }

  async listDeals({ all }: Wire.ListDealsRequest, { caller }: Call) {
    return { deals: await this.deals.list(all, caller) };
  }

  async createDeal({ form, ...asked }: Wire.CreateDealRequest, call: Call) {
    const request = idempotentRequest(requireUser(call), asked);
    return { deal: await this.deals.create(form, request, call.caller) };
  }

  async updateDeal({ id, form }: Wire.UpdateDealRequest, call: Call) {
    requireUser(call);
    return { deal: await this.deals.update(id, form, call.caller) };
  }

  async deleteDeal({ id }: Wire.DeleteDealRequest, call: Call) {
    requireUser(call);
    await this.deals.delete(id, call.caller);
    return {};
  }
}

function requireUser({ caller }: Call): string {
  if (!caller) throw new ProductError('invalidSession');
  return caller.userId;
}

/** Returns the identity of a request; null for a request without an idempotency key. */
function idempotentRequest(person: string, asked: { idempotencyKey: string; fingerprint: string }) {
  const { idempotencyKey: key, fingerprint } = asked;
  return key === '' ? null : { person, key, fingerprint };
}

function toWire(state: SubscriptionState): Wire.Subscription {
  const { id, status, itemPriceId, resourceVersion, nextBillingAt, currentTermEnd } = state;
  const times = { nextBillingAt: nextBillingAt ?? undefined, currentTermEnd: currentTermEnd ?? undefined };
  return { id, status, itemPriceId, resourceVersion, ...times };
}

function toWireCard(card: Card | null): Wire.Card | undefined {
  return card ? { ...card, cardType: card.type } : undefined;
}
