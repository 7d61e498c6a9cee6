import { CARD_PAGE } from '@switchback/contracts/rules/pages';
import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSubscriptionQuery } from '../../api/subscription-api.js';
import { subscriptionView } from '../../lib/people/subscription-view.js';
import { texts } from '../../texts/en.js';
import { settingsTexts } from '../../texts/settings.js';
import { DeleteAccountDialog } from './DeleteAccountDialog.js';
import { ExportData } from './ExportData.js';
import styles from './Settings.module.css';
import type { TabProps } from './tabs.js';

const words = settingsTexts.account;

/** Shows the account type, with actions to upgrade, export the data and delete the account. */
export function AccountTab({ user: { id, accountType } }: TabProps) {
  const [deleting, setDeleting] = useState(false);
  // Read before the dialog opens, so that nothing in it moves.
  const { data } = useSubscriptionQuery(accountType === 'free' ? skipToken : id);
  const paidUntil = data === undefined ? null : subscriptionView(data.subscription, accountType, new Date()).paidUntil;
  return (
    <>
      <ul className={styles.rows}>
        <li className={styles.row}>
          <div>
            <h2 className={styles.name}>{words.type}</h2>
            <p className={styles.value}>
              <Link to={`/account-benefits?type=${accountType}`}>{texts.account.types[accountType]}</Link>
            </p>
          </div>
          <Button component={Link} to={CARD_PAGE} variant={accountType === 'free' ? 'filled' : 'default'}>
            {accountType === 'free' ? words.upgrade : words.subscription}
          </Button>
        </li>
        <li className={styles.row}>
          <ExportData userId={id} />
        </li>
        <li className={styles.row}>
          <div>
            <h2 className={styles.name}>{words.leave}</h2>
            <p className={styles.note}>{words.leaveLead}</p>
          </div>
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => setDeleting(true)}>
            {words.delete}
          </Button>
        </li>
      </ul>
      <DeleteAccountDialog userId={id} paidUntil={paidUntil} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}
