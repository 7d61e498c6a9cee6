import { Button } from '@mantine/core';
import type { Deal } from '@switchback/contracts/resources/deal';
import { type DealState, dealState } from '@switchback/contracts/rules/deals';
import { ALL_DEALS_PAGE, DEALS_PAGE } from '@switchback/contracts/rules/pages';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconPlus } from '../../../components/page-icons.js';
import { Panel } from '../../../components/Panel.js';
import { Pending } from '../../../components/Pending.js';
import { useDocumentHead } from '../../../lib/page/document-head.js';
import { useProductName } from '../../../lib/page/product.js';
import { numberText } from '../../../lib/text/units.js';
import { useUser } from '../../../lib/people/use-user.js';
import { staffDealsTexts } from '../../../texts/deals.js';
import styles from './AllDeals.module.css';
import { useAllDealsQuery } from './deal-endpoints.js';
import { DealDialog } from './DealDialog.js';
import { DealRow } from './DealRow.js';
import { DeleteDealDialog } from './DeleteDealDialog.js';

const words = staffDealsTexts;
const head = (product: string) => plainPage(product, ALL_DEALS_PAGE);
const STATES: readonly DealState[] = ['current', 'upcoming', 'ended'];

/** All deals by state, for the staff, who write them here. */
export default function AllDealsPage() {
  const user = useUser();
  useDocumentHead(head(useProductName()));
  if (user?.accountType !== 'admin')
    return <Panel title={words.title} head={head} lead={words.notStaff} children={null} />;
  return <AllDeals />;
}

function AllDeals() {
  const { data, error, refetch } = useAllDealsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<Deal | null>(null);
  const [dialog, setDialog] = useState<'form' | 'delete' | null>(null);
  const [outcome, setOutcome] = useState('');
  const open = (kind: 'form' | 'delete', deal: Deal | null) => {
    setChosen(deal);
    setOutcome('');
    setDialog(kind);
  };
  const latest = chosen === null ? null : (data?.find(({ id }) => id === chosen.id) ?? chosen);
  const close = () => setDialog(null);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.note}>{words.lead}</p>
          <p className={styles.links}>
            <Link to="/moderation">{words.back}</Link>
            <Link to={DEALS_PAGE}>{words.page}</Link>
          </p>
        </div>
        <Button leftSection={<IconPlus size={18} />} disabled={data === undefined} onClick={() => open('form', null)}>
          {words.new}
        </Button>
      </header>
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
      {data !== undefined && <DealGroups deals={data} onOpen={open} />}
      {data === undefined && <Pending error={error} onRetry={() => void refetch()} />}
      <DealDialog
        deal={latest}
        open={dialog === 'form'}
        onClose={close}
        onSaved={({ title }) => setOutcome(words.saved(title))}
        onStale={refetch}
      />
      <DeleteDealDialog
        deal={latest}
        open={dialog === 'delete'}
        onClose={close}
        onDeleted={({ title }) => setOutcome(words.deleted(title))}
      />
    </div>
  );
}

interface GroupsProps {
  deals: readonly Deal[];
  onOpen: (kind: 'form' | 'delete', deal: Deal) => void;
}

function DealGroups({ deals, onOpen }: GroupsProps) {
  const [now] = useState(() => new Date());
  if (deals.length === 0) return <p className={styles.wait}>{words.empty}</p>;
  return STATES.map((state) => {
    const group = deals.filter((deal) => dealState(deal, now) === state);
    if (group.length === 0) return null;
    return (
      <section key={state} aria-labelledby={`deals-${state}`} className={styles.group}>
        <h2 id={`deals-${state}`} className={styles.heading}>
          {words.states[state]} <span className={styles.count}>{numberText(group.length)}</span>
        </h2>
        <ul className={styles.rows}>
          {group.map((deal) => (
            <li key={deal.id}>
              <DealRow deal={deal} onEdit={() => onOpen('form', deal)} onDelete={() => onOpen('delete', deal)} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
