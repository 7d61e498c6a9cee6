import { usePlan } from '../lib/page/product.js';
import { moneyText } from '../lib/text/money.js';
import { billingTexts } from '../texts/billing.js';
import styles from './PlanCard.module.css';

const words = billingTexts.plan;
const MONTHS = 12;

/** The single plan, and its price in this installation. */
export function PlanCard() {
  const plan = usePlan();
  const price = (amount: number) => (plan === undefined ? '' : moneyText(amount, plan.currency));
  return (
    <div className={styles.card} role="group" aria-label={words.name}>
      <p className={styles.name}>{words.name}</p>
      <p className={styles.price}>{plan && words.perMonth(price(plan.amount / MONTHS))}</p>
      <p className={styles.billed}>{plan && words.billed(price(plan.amount))}</p>
      <p className={styles.taxes}>{plan && words.taxes[plan.currency]}</p>
    </div>
  );
}
