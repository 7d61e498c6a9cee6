import { Button } from '@mantine/core';
import { IconCheck, IconMinus } from '../../components/page-icons.js';
import { CARD_PAGE } from '@switchback/contracts/rules/pages';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { Link, useSearchParams } from 'react-router';
import { Panel } from '../../components/Panel.js';
import { useUser } from '../../lib/use-user.js';
import { billingTexts } from '../../texts/billing.js';
import { pagesTexts } from '../../texts/pages.js';
import styles from './Benefits.module.css';

const words = pagesTexts.benefits;

/** In ascending order: each tier includes the benefits of the tiers before it. */
const TIERS = ['public', 'free', 'hero'] as const;
type Tier = (typeof TIERS)[number];

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
              words.rows[from].map(({ text, isSoon }) => (
                <Row key={text} benefit={text} isSoon={isSoon} from={from} marked={marked} />
              )),
            )}
          </tbody>
        </table>
      </div>
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

interface RowProps {
  benefit: string;
  /** Whether the product does not have it yet. */
  isSoon: boolean;
  from: Tier;
  marked: Tier | null;
}

function Row({ benefit, isSoon, from, marked }: RowProps) {
  return (
    <tr>
      <th scope="row">{benefit}</th>
      {TIERS.map((tier) => {
        const has = TIERS.indexOf(tier) >= TIERS.indexOf(from);
        const Icon = has ? IconCheck : IconMinus;
        return (
          <td key={tier} data-has={has} data-marked={tier === marked}>
            {has && isSoon ? (
              words.soon
            ) : (
              <>
                <Icon size={20} />
                <span className="visually-hidden">{has ? words.yes : words.no}</span>
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}
