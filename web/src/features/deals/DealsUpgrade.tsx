import { DEALS_PAGE } from '@switchback/contracts/rules/pages';
import { Link } from 'react-router';
import { UpgradeOffer } from '../../components/UpgradeOffer.js';
import type { Origin } from '../../lib/store/origin.js';
import { useSession } from '../../lib/people/use-user.js';
import { dealsTexts } from '../../texts/deals.js';
import styles from './Deals.module.css';

const words = dealsTexts.upgrade;

/** Offers the Hero account; its button leads visitors through the login first. */
export function DealsUpgrade() {
  const session = useSession();
  return (
    <section className={styles.upgrade} aria-labelledby="deals-upgrade">
      <h2 id="deals-upgrade" className={styles.name}>
        {words.title}
      </h2>
      <p className={styles.note}>{words.text}</p>
      <UpgradeOffer />
      {session === null && (
        <Link to="/login" state={{ origin: DEALS_PAGE } satisfies Origin} className={styles.logIn}>
          {words.logIn}
        </Link>
      )}
    </section>
  );
}
