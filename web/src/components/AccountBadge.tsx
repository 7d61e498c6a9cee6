import type { AccountType } from '@switchback/contracts/rules/accounts';
import { texts } from '../texts/en.js';
import styles from './AccountBadge.module.css';

/** The type of a person's account. */
export function AccountBadge({ type }: { type: AccountType }) {
  return (
    <span className={styles.badge} data-type={type}>
      {texts.account.types[type]}
    </span>
  );
}
