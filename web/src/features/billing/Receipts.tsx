import { dayText } from '../../lib/text/day-text.js';
import { moneyText } from '../../lib/text/money.js';
import { billingTexts } from '../../texts/billing.js';
import { useReceiptsQuery } from './billing-endpoints.js';
import styles from './Billing.module.css';

const words = billingTexts.receipts;

/** Lists the charges, newest first; renders nothing if there are none. */
export function Receipts({ userId }: { userId: string }) {
  const { data = [] } = useReceiptsQuery(userId);
  if (data.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="subscription-receipts">
      <h2 id="subscription-receipts" className={styles.heading}>
        {words.heading}
      </h2>
      <ul className={styles.receipts}>
        {data.map(({ id, date, total, currency_code: currency, url }) => {
          const day = dayText(new Date(date * 1_000).toISOString());
          return (
            <li key={id}>
              <span>{day}</span>
              <span>{moneyText(total, currency)}</span>
              {url !== null && (
                <a href={url} target="_blank" rel="noreferrer" aria-label={words.open(day)}>
                  {words.link}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
