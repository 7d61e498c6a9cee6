import type { Deal } from '@switchback/contracts/resources/deal';
import type { Region } from '@switchback/contracts/resources/geo';
import { ALL_DEALS_PAGE, DEALS_PAGE } from '@switchback/contracts/rules/pages';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { Link, useSearchParams } from 'react-router';
import { useDealsQuery } from '../../api/deals-api.js';
import buttonStyles from '../../components/FrameButton.module.css';
import { EmptyList } from '../../components/EmptyList.js';
import { Pending } from '../../components/Pending.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { useSession, useUser } from '../../lib/people/use-user.js';
import { dealsTexts } from '../../texts/deals.js';
import { DealCard } from './DealCard.js';
import styles from './Deals.module.css';
import { DealsUpgrade } from './DealsUpgrade.js';

const words = dealsTexts;
const STATE = 'state';

/** The deals of today: whole for Heroes; locked for other people, with an offer of the Hero account. */
export default function DealsPage() {
  useDocumentHead(plainPage(useProductName(), DEALS_PAGE));
  const user = useUser();
  const isLocked = useSession() === null || user?.accountType === 'free';
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.note}>{words.lead}</p>
        </div>
        {user?.accountType === 'admin' && (
          <Link to={ALL_DEALS_PAGE} className={buttonStyles.button} data-variant="default">
            {words.manage}
          </Link>
        )}
      </header>
      <div className={styles.body} data-locked={isLocked}>
        <div className={styles.main}>
          <TodaysDeals isLocked={isLocked} />
        </div>
        {isLocked && <DealsUpgrade />}
      </div>
    </div>
  );
}

function TodaysDeals({ isLocked }: { isLocked: boolean }) {
  const { data, error, refetch } = useDealsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [params, setParams] = useSearchParams();
  if (data === undefined) return <Pending error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyList title={words.empty.title} text={words.empty.text} />;
  const states = statesOf(data);
  const chosen = states.find(({ id }) => String(id) === params.get(STATE)) ?? null;
  const shown = chosen === null ? data : data.filter((deal) => isValidIn(deal, chosen));
  return (
    <>
      {states.length > 0 && (
        <NativeSelect
          className={styles.filter}
          label={words.filter.label}
          value={chosen === null ? '' : String(chosen.id)}
          data={[
            { value: '', label: words.filter.all },
            ...states.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setParams(value === '' ? {} : { [STATE]: value }, { replace: true })
          }
        />
      )}
      <ul className={styles.cards}>
        {shown.map((deal) => (
          <li key={deal.id}>
            <DealCard deal={deal} isLocked={isLocked} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the states of all deals by name. */
function statesOf(deals: readonly Deal[]): Region[] {
  const known = new Map(deals.flatMap(({ states }) => states.map((state) => [state.id, state] as const)));
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function isValidIn({ states }: Deal, { id }: Region): boolean {
  return states.length === 0 || states.some((state) => state.id === id);
}
