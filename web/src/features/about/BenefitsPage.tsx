import { Button } from '@mantine/core';
import { IconCheck, IconMinus } from '../../components/page-icons.js';
import { CARD_PAGE, DEALS_PAGE } from '@switchback/contracts/rules/pages';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { Link, useSearchParams } from 'react-router';
import { useDealsQuery } from '../../api/deals-api.js';
import { Panel } from '../../components/Panel.js';
import { untilText } from '../../lib/people/deal-facts.js';
import { useUser } from '../../lib/people/use-user.js';
import { billingTexts } from '../../texts/billing.js';
import { dealsTexts } from '../../texts/deals.js';
import { pagesTexts } from '../../texts/pages.js';
import styles from './Benefits.module.css';

const words = pagesTexts.benefits;

/** In ascending order: each tier includes the benefits of the tiers before it. */
const TIERS = ['public', 'free', 'hero'] as const;
type Tier = (typeof TIERS)[number];
/** Maximum number of deals below the table. */
const DEALS_SHOWN = 5;

/** Maps an account type to its tier. Staff have the benefits of Hero accounts; null for an unknown type. */
function tierOf(type: string | null | undefined): Tier | null {
  return TIERS.find((tier) => tier === (type === 'admin' ? 'hero' : type)) ?? null;
}

/** Lists the benefits of each account type; `type` in the query string marks a column. */
export default function BenefitsPage() {
  const [params] = useSearchParams();
  const user = useUser();
  const [marked, own] = [tierOf(params.get('type')), tierOf(user?.accountType)];
  return (
    <Panel wide title={words.title} head={(product) => plainPage(product, '/account-benefits')}>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={words.caption}>
        <table className={styles.table}>
          <caption className="visually-hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.benefit}</th>
              {TIERS.map((tier) => (
                <th key={tier} scope="col" data-marked={tier === marked}>
                  {words.tiers[tier]}
                  {tier === own && <span className={styles.yours}>{words.yours}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {TIERS.flatMap((from) =>
              words.rows[from].map((benefit) => <Row key={benefit} benefit={benefit} from={from} marked={marked} />),
            )}
          </tbody>
        </table>
      </div>
      <CurrentDeals />
      {user?.accountType === 'free' && (
        <Button component={Link} to={CARD_PAGE}>
          {billingTexts.upgrade}
        </Button>
      )}
      {user === null && (
        <Button component={Link} to="/signup">
          {words.create}
        </Button>
      )}
    </Panel>
  );
}

/** Titles of some current deals; nothing if there are none, or before they are loaded. */
function CurrentDeals() {
  const { data: deals = [] } = useDealsQuery();
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby="current-deals" className={styles.deals}>
      <h2 id="current-deals">{dealsTexts.current}</h2>
      <ul>
        {deals.slice(0, DEALS_SHOWN).map((deal) => (
          <li key={deal.id}>
            {deal.title} <span className={styles.until}>{untilText(deal)}</span>
          </li>
        ))}
      </ul>
      <Link to={DEALS_PAGE}>{dealsTexts.all}</Link>
    </section>
  );
}

interface RowProps {
  benefit: string;
  from: Tier;
  marked: Tier | null;
}

function Row({ benefit, from, marked }: RowProps) {
  return (
    <tr>
      <th scope="row">{benefit === words.deals ? <Link to={DEALS_PAGE}>{benefit}</Link> : benefit}</th>
      {TIERS.map((tier) => {
        const has = TIERS.indexOf(tier) >= TIERS.indexOf(from);
        const Icon = has ? IconCheck : IconMinus;
        return (
          <td key={tier} data-has={has} data-marked={tier === marked}>
            <Icon size={20} />
            <span className="visually-hidden">{has ? words.yes : words.no}</span>
          </td>
        );
      })}
    </tr>
  );
}
