import { Controller, Inject } from '@nestjs/common';
import {
  addPaymentSource,
  authorizeSandbox,
  billingWebhook,
  cancelSubscription,
  createSubscription,
  type PaymentCard,
  paymentIntent,
  receipts,
  subscription,
} from '@switchback/contracts/endpoints/billing';
import { CARD_STATUSES, CARD_TYPES, SUBSCRIPTION_STATUSES } from '@switchback/contracts/rules/billing';
import { present, word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/billing/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { callerOf } from '../http/exchange.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { Sessions } from '../session/sessions.js';

/** Wording for cases that the spec leaves open. */
const SUBSCRIBED = { title: 'Welcome, Hero', details: 'Your subscription is active.' };
const CANCELED = { title: 'Subscription canceled', details: 'You stay a Hero until the end of the term.' };
const CARD_ADDED = { title: 'Card saved', details: 'Future payments will use this card.' };

/** Subscriptions and cards, and webhooks of the payment provider. */
@Controller()
export class BillingController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly sessions: Sessions,
  ) {}

  @Answers(subscription)
  async subscription({ query, call }: InputOf<typeof subscription>) {
    const request = { withCard: query.paymentSources === 'true' };
    const { subscription: known, card } = await this.clients.billing.getSubscription(request, call);
    return {
      subscription: known
        ? { customer: { payment_method: { type: 'card' as const } }, subscription: toState(known) }
        : null,
      paymentSource: card ? { card: toCard(card) } : null,
    };
  }

  @Answers(createSubscription)
  async create({ idempotency, call }: InputOf<typeof createSubscription>) {
    const request = { idempotencyKey: idempotency?.key ?? '', fingerprint: idempotency?.fingerprint ?? '' };
    const { subscription: known, customer } = await this.clients.billing.createSubscription(request, call);
    // Drops the cached sessions, so that the new permissions apply immediately.
    this.sessions.evict(callerOf(call).userId);
    const created = present(known, 'subscription');
    const { id, firstName, lastName } = present(customer, 'customer');
    return {
      ...SUBSCRIBED,
      response: {
        subscription: { id: created.id, resource_version: created.resourceVersion, ...toState(created) },
        customer: { id, first_name: firstName, last_name: lastName },
      },
    };
  }

  @Answers(cancelSubscription)
  async cancel({ body: { reasons }, call }: InputOf<typeof cancelSubscription>) {
    const request = {
      tooExpensive: reasons?.tooExpensive ?? false,
      noUse: reasons?.noUse ?? false,
      lacksFeatures: reasons?.lacksFeatures ?? false,
      other: reasons?.other ?? false,
      message: reasons?.message ?? '',
    };
    await this.clients.billing.cancelSubscription(request, call);
    return CANCELED;
  }

  @Answers(paymentIntent)
  async paymentIntent({ call }: InputOf<typeof paymentIntent>) {
    const { paymentIntent: intent } = await this.clients.billing.createPaymentIntent({}, call);
    return { paymentIntent: toIntent(present(intent, 'payment intent')) };
  }

  @Answers(addPaymentSource)
  async addPaymentSource({ body, call }: InputOf<typeof addPaymentSource>) {
    await this.clients.billing.addPaymentSource({ intentId: body.authorizedPaymentIntent.id }, call);
    return CARD_ADDED;
  }

  @Answers(receipts)
  async receipts({ call }: InputOf<typeof receipts>) {
    const { receipts: all } = await this.clients.billing.listReceipts({}, call);
    return {
      receipts: all.map(({ currencyCode, url, ...rest }) => ({
        ...rest,
        currency_code: currencyCode,
        url: url || null,
      })),
    };
  }

  @Answers(authorizeSandbox)
  async authorizeSandbox({ body: { intentId, card, challenge }, call }: InputOf<typeof authorizeSandbox>) {
    const answered = { challengeId: challenge?.id ?? '', challengeAnswer: challenge?.answer ?? '' };
    const { authorized, challengeId } = await this.clients.billing.authorizeSandbox(
      { intentId, ...card, ...answered },
      call,
    );
    if (challengeId !== '') return { challenge: { id: challengeId } };
    return { authorizedPaymentIntent: toIntent(present(authorized, 'payment intent')) };
  }

  @Answers(billingWebhook)
  async webhook({ params: { provider }, body, authorization, origin, call }: InputOf<typeof billingWebhook>) {
    const request = { provider, authorization, json: JSON.stringify(body), address: origin.address };
    await this.clients.billing.receiveWebhook(request, call);
    return {};
  }
}

function toState({ status, nextBillingAt, currentTermEnd, itemPriceId }: proto.Subscription) {
  return {
    status: word(SUBSCRIPTION_STATUSES, status),
    next_billing_at: nextBillingAt ?? null,
    current_term_end: currentTermEnd ?? null,
    subscription_items: [{ item_price_id: itemPriceId }],
  };
}

function toCard({ cardType, maskedNumber, expiryMonth, expiryYear, ...card }: proto.Card): PaymentCard {
  return {
    last4: card.last4,
    status: word(CARD_STATUSES, card.status),
    card_type: word(CARD_TYPES, cardType),
    masked_number: maskedNumber,
    expiry_month: expiryMonth,
    expiry_year: expiryYear,
  };
}

function toIntent({ id, status, amount, currencyCode, providerJson }: proto.PaymentIntent) {
  const told = JSON.parse(providerJson ?? '{}') as object;
  return { ...told, id, status, amount, currency_code: currencyCode };
}
