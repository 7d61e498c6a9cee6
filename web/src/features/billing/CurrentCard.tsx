import { Button } from '@mantine/core';
import { IconCreditCard } from '../../components/page-icons.js';
import type { PaymentCard } from '@switchback/contracts/endpoints/billing';
import { billingTexts } from '../../texts/billing.js';
import styles from './Billing.module.css';

const words = billingTexts.payment;

/** Shows the card that is charged, with a button to add or change it. */
export function CurrentCard({ card, onChange }: { card: PaymentCard | null; onChange: () => void }) {
  return (
    <div className={styles.card}>
      <IconCreditCard size={28} className={styles.cardIcon} />
      {card === null ? (
        <p>{words.none}</p>
      ) : (
        <div>
          <p className={styles.number}>
            {words.types[card.card_type]} <span>•••• {card.last4}</span>
          </p>
          <p className={styles.note}>
            {words.expires(expiryText(card))}{' '}
            <strong data-status={card.status}>{card.status !== 'valid' && words.statuses[card.status]}</strong>
          </p>
        </div>
      )}
      <Button variant={card === null ? 'filled' : 'default'} onClick={onChange}>
        {card === null ? words.add : words.change}
      </Button>
    </div>
  );
}

function expiryText({ expiry_month: month, expiry_year: year }: PaymentCard): string {
  return `${String(month).padStart(2, '0')}/${year}`;
}
