import { CARD_PAGE } from '@switchback/contracts/rules/pages';
import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { Origin } from '../lib/store/origin.js';
import { billingTexts } from '../texts/billing.js';
import { PlanCard } from './PlanCard.js';
import styles from './PlanCard.module.css';

/** The plan and a link to subscribe, which leads back to this page afterwards. */
export function UpgradeOffer({ onLeave }: { onLeave?: () => void }) {
  const { pathname, search } = useLocation();
  const origin = { origin: pathname + search } satisfies Origin;
  return (
    <div className={styles.offer}>
      <PlanCard />
      <Button component={Link} to={CARD_PAGE} state={origin} onClick={onLeave}>
        {billingTexts.upgrade}
      </Button>
      <Link className={styles.compare} to="/account-benefits?type=hero" onClick={onLeave}>
        {billingTexts.compare}
      </Link>
    </div>
  );
}
