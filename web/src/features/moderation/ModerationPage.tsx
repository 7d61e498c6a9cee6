import { Button, Select } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import {
  ITEM_STATES,
  type ItemState,
  MODERATION_KINDS,
  type ModerationKind,
} from '@switchback/contracts/rules/moderation';
import { ALL_DEALS_PAGE } from '@switchback/contracts/rules/pages';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type CallError, reasonOf, sentences } from '../../api/error.js';
import { Panel } from '../../components/Panel.js';
import { dayText } from '../../lib/text/day-text.js';
import { useQueueState } from '../../lib/people/queue-place.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { useUser } from '../../lib/people/use-user.js';
import { moderationTexts } from '../../texts/moderation.js';
import { headingOf, ItemPanel } from './ItemPanel.js';
import { QUEUE_POLL_MS, useQueueInfiniteQuery } from './moderation-endpoints.js';
import styles from './Moderation.module.css';
import { PhotoGrid } from './PhotoGrid.js';
import { RegionState } from './RegionState.js';

const words = moderationTexts;
const head = (product: string) => plainPage(product, '/moderation');

/** Moderation page of the staff: pending items by kind, with the chosen item next to the list. */
export default function ModerationPage() {
  const user = useUser();
  useDocumentHead(head(useProductName()));
  if (user?.accountType !== 'admin')
    return <Panel title={words.title} head={head} lead={words.notStaff} children={null} />;
  return <Console />;
}

function Console() {
  const [kind, setKind] = useState<ModerationKind>('drive');
  const [state, setState] = useState<ItemState | null>(null);
  const [lost, setLost] = useState('');
  const [done, setDone] = useState(useQueueState()?.decided ?? null);
  const arg = { kind, state: state ?? undefined };
  const { data, currentData, error, hasNextPage, fetchNextPage } = useQueueInfiniteQuery(arg, {
    // Owners may edit what waits for a review; items of other kinds do not change while staff decide.
    pollingInterval: kind === 'drive' || kind === 'collection' ? QUEUE_POLL_MS : 0,
    skipPollingIfUnfocused: true,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const counts = data?.pages[0]?.counts;
  const isGrid = kind === 'photo' && state !== 'decided';
  return (
    <div className={styles.page}>
      <Top />
      <RegionState />
      <div className={styles.kinds} role="group" aria-label={words.kind}>
        {MODERATION_KINDS.map((name) => (
          <Button
            key={name}
            variant={name === kind ? 'filled' : 'default'}
            aria-pressed={name === kind}
            onClick={() => {
              setKind(name);
              setLost('');
              setDone(null);
            }}
          >
            {words.kinds[name]} {counts?.[name] ?? ''}
          </Button>
        ))}
        <Select
          aria-label={words.state}
          data={ITEM_STATES.map((name) => ({ value: name, label: words.states[name] }))}
          placeholder={words.undecided}
          value={state}
          clearable
          onChange={(value) => setState(ITEM_STATES.find((name) => name === value) ?? null)}
        />
      </div>
      <p className={`${styles.hint} ${styles.keys}`}>{isGrid ? words.gridKeys : words.keys}</p>
      <p role="status" className={styles.hint}>
        {done === null ? '' : sentences(done)}
      </p>
      <p role="alert" className={styles.fault}>
        {error === undefined ? lost : reasonOf(error)}
      </p>
      {isGrid ? (
        currentData !== undefined && (
          <PhotoGrid key={state} items={items} hasMore={hasNextPage} onMore={() => void fetchNextPage()} />
        )
      ) : (
        <QueueBody
          items={items}
          isLoaded={data !== undefined}
          hasMore={hasNextPage}
          onMore={() => void fetchNextPage()}
          onLost={(said) => {
            setLost(said);
            setDone(null);
          }}
        />
      )}
    </div>
  );
}

/** The title, and the link to the staff's other page. */
function Top() {
  return (
    <div className={styles.top}>
      <h1 className={styles.title}>{words.title}</h1>
      <Link to={ALL_DEALS_PAGE} className={styles.deals}>
        {words.deals}
      </Link>
    </div>
  );
}

interface BodyProps {
  items: readonly ModerationItem[];
  isLoaded: boolean;
  hasMore: boolean;
  onMore: () => void;
  /** Called with a message about an item that another moderator decided; empty once the next item is decided. */
  onLost: (said: string) => void;
}

/** The list, with the chosen item next to it. */
function QueueBody({ items: all, isLoaded, hasMore, onMore, onLost }: BodyProps) {
  const back = useQueueState();
  // The item just decided in the editor stays undecided until its event arrives.
  const isStale = ({ id, state }: ModerationItem) =>
    back?.decided !== undefined && id === back.queue.itemId && state !== 'decided';
  const items = all.filter((item) => !isStale(item));
  const [chosenId, setChosenId] = useState(back?.queue.nextId ?? null);
  const chosen = items.find(({ id }) => id === chosenId) ?? items[0] ?? null;
  const { list, focusRequests, requests, goTo } = useKeys(items, chosen, setChosenId);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = chosen?.id ?? null;
  });
  /** Moves on to the next item, unless the user went elsewhere while the decision was being sent. */
  const goOn = (item: ModerationItem, said: string) => {
    onLost(said);
    const index = items.indexOf(item);
    if (shown.current === item.id) goTo(items[index + 1] ?? items[index - 1]);
  };
  return (
    <div className={styles.body}>
      <nav ref={list} aria-label={words.queue} className={styles.list}>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} isChosen={item === chosen} onChoose={() => setChosenId(item.id)} />
        ))}
        {isLoaded && items.length === 0 && <p className={styles.hint}>{words.empty}</p>}
        {hasMore && (
          <Button variant="subtle" onClick={onMore}>
            {words.more}
          </Button>
        )}
      </nav>
      {chosen !== null && (
        <section className={styles.item} aria-label={headingOf(chosen)}>
          <ItemPanel
            key={chosen.id}
            item={chosen}
            nextId={(items[items.indexOf(chosen) + 1] ?? items[items.indexOf(chosen) - 1])?.id ?? null}
            requests={requests}
            onRequests={focusRequests}
            onDecided={() => goOn(chosen, '')}
            onLost={(error) => goOn(chosen, lostText(chosen, error))}
          />
        </section>
      )}
    </div>
  );
}

function lostText(item: ModerationItem, error: CallError): string {
  const decision = error.additional?.['decision'];
  const action = typeof decision === 'string' ? words.actions[decision] : undefined;
  return words.lost(headingOf(item), sentences(error), action);
}

interface RowProps {
  item: ModerationItem;
  isChosen: boolean;
  onChoose: () => void;
}

function ItemRow({ item, isChosen, onChoose }: RowProps) {
  const { state, decision, claimedBy, dueBy } = item;
  const [openedAt] = useState(Date.now);
  const isOverdue = state !== 'decided' && Date.parse(dueBy) < openedAt;
  return (
    <button type="button" className={styles.row} data-item={item.id} aria-current={isChosen} onClick={onChoose}>
      <strong>{headingOf(item)}</strong>
      <span className={styles.hint}>
        {isOverdue && <em className={styles.overdue}>{words.overdue} </em>}
        {state === 'decided' ? words.decided(decision ?? '') : words.due(dayText(dueBy))}
        {claimedBy !== null && ` · ${words.claimedBy(claimedBy.username)}`}
      </span>
    </button>
  );
}

/** Binds j and k to move through the list, and r to focus the first request; ignores keys typed into a field. */
function useKeys(items: readonly ModerationItem[], chosen: ModerationItem | null, choose: (id: string) => void) {
  const list = useRef<HTMLElement>(null);
  const requests = useRef<HTMLDivElement>(null);
  const goTo = (item: ModerationItem | undefined) => {
    if (item === undefined) return;
    choose(item.id);
    const rows = list.current?.querySelectorAll('button') ?? [];
    [...rows].find(({ dataset }) => dataset['item'] === item.id)?.focus();
  };
  const focusRequests = () => requests.current?.querySelector('textarea')?.focus();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select, [role="dialog"]'))
      return;
    const step = { j: 1, k: -1 }[event.key];
    const next = step === undefined ? undefined : items[items.findIndex(({ id }) => id === chosen?.id) + step];
    if (next !== undefined) goTo(next);
    else if (event.key === 'r') {
      event.preventDefault();
      focusRequests();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return { list, requests, focusRequests, goTo };
}
