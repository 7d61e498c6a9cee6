import type { PaymentCard } from '@switchback/contracts/endpoints/billing';
import { useSettingsQuery } from '../../api/api.js';
import { dayText } from '../../lib/text/day-text.js';
import { moneyText } from '../../lib/text/money.js';
import { billingTexts } from '../../texts/billing.js';
import styles from './Billing.module.css';
import { statusText, type SubscriptionView } from '../../lib/people/subscription-view.js';

const words = billingTexts.summary;

/** Summarizes the plan, the payment method, the amount and the next billing date. */
export function Summary({ view, card }: { view: SubscriptionView; card: PaymentCard | null }) {
  const plan = useSettingsQuery().data?.billing.plan;
  // The plan may have changed since the user subscribed, for example to another currency.
  const isOtherPlan = plan !== undefined && view.status !== null && view.planId !== plan.id;
  const amount = plan === undefined ? '' : moneyText(plan.amount, plan.currency);
  const method = card === null ? words.noMethod : `${billingTexts.payment.types[card.card_type]} ${card.last4}`;
  const [planName = ''] = view.planId.split('-');
  // Nothing is charged without a subscription: the plan's price is on its card.
  const rows =
    view.status === null
      ? [[words.method, method]]
      : [
          [words.plan, words.planOf(planName)],
          [words.method, method],
          [words.amount, isOtherPlan ? words.otherAmount : amount],
          [words.next, view.nextBilling === null ? words.nonRenewing : dayText(view.nextBilling.toISOString())],
        ];
  return (
    <section className={styles.section} aria-labelledby="subscription-summary">
      <h2 id="subscription-summary" className={styles.heading}>
        {words.heading}
      </h2>
      <dl className={styles.summary}>
        <div>
          <dt>{words.status}</dt>
          <dd data-tone={view.tone}>{statusText(view)}</dd>
        </div>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
