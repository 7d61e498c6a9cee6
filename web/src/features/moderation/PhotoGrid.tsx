import { Button } from '@mantine/core';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type CallError, reasonOf, sentences } from '../../api/error.js';
import { Dialog } from '../../components/Dialog.js';
import { moderationTexts } from '../../texts/moderation.js';
import { ItemPanel } from './ItemPanel.js';
import { useDecideItemMutation } from './moderation-endpoints.js';
import styles from './PhotoGrid.module.css';
import { PhotoTile, type PhotoVerdict } from './PhotoTile.js';

const words = moderationTexts;
/** Number of tiles before the last one at which the next page is fetched. */
const AHEAD = 12;

interface Props {
  items: readonly ModerationItem[];
  hasMore: boolean;
  onMore: () => void;
}

/** Grid of pending photos. Decided photos stay in place, so that nothing moves under the pointer. */
export function PhotoGrid({ items, hasMore, onMore }: Props) {
  const held = useHeld(items);
  const { verdicts, decide, settle, lose } = useVerdicts();
  const [at, setAt] = useState(0);
  const [opened, setOpened] = useState<ModerationItem | null>(null);
  const grid = useRef<HTMLUListElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    if (hasMore && at >= held.length - AHEAD) more();
  }, [hasMore, at, held.length]);
  const go = (index: number) => {
    const tile = grid.current?.children[index];
    if (tile === undefined) return;
    setAt(index);
    tile.querySelector('button')?.focus();
  };
  const decideAt = (index: number, verdict: 'approve' | 'disapprove') => {
    const item = held[index];
    if (item === undefined) return;
    if (!isDone(verdicts[item.id])) decide(item, verdict);
    go(index + 1);
  };
  useGridKeys(grid, { at, go, decideAt, isOff: opened !== null });
  const openedAt = held.findIndex(({ id }) => id === opened?.id);
  const close = (index: number) => {
    setOpened(null);
    go(index);
  };
  const closeAndGoOn = () => close(Math.min(openedAt + 1, held.length - 1));
  return (
    <>
      {held.length === 0 && <p className={styles.hint}>{words.empty}</p>}
      <ul ref={grid} className={styles.grid} aria-label={words.grid}>
        {held.map((item, index) => (
          <PhotoTile
            key={item.id}
            item={item}
            verdict={verdicts[item.id] ?? null}
            isCurrent={index === at}
            onFocus={() => setAt(index)}
            onOpen={() => setOpened(item)}
            onDecide={(verdict) => decideAt(index, verdict)}
          />
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" onClick={onMore}>
          {words.more}
        </Button>
      )}
      <LargePhoto
        item={opened}
        onClose={() => close(openedAt)}
        onDecided={(id) => {
          settle(id);
          closeAndGoOn();
        }}
        onLost={(id, error) => {
          lose(id, error);
          closeAndGoOn();
        }}
      />
    </>
  );
}

interface LargePhotoProps {
  /** Null while none is open. */
  item: ModerationItem | null;
  onClose: () => void;
  onDecided: (id: string) => void;
  /** Called if another moderator decided it in the meantime. */
  onLost: (id: string, error: CallError) => void;
}

/** Shows one photo with all its details, over the grid. */
function LargePhoto({ item, onClose, onDecided, onLost }: LargePhotoProps) {
  const requests = useRef<HTMLDivElement>(null);
  return (
    // The grid restores the focus: to the next tile, which is not always the one the dialog was opened from.
    <Dialog opened={item !== null} onClose={onClose} title={words.kinds.photo} size="xl" returnFocus={false}>
      {item !== null && (
        <ItemPanel
          item={item}
          nextId={null}
          requests={requests}
          onRequests={() => undefined}
          onDecided={() => onDecided(item.id)}
          onLost={(error) => onLost(item.id, error)}
        />
      )}
    </Dialog>
  );
}

function isDone(verdict: PhotoVerdict | undefined): boolean {
  return verdict !== undefined && verdict.fault === null;
}

/** Returns every item seen so far: decided items leave the queue, but not the screen. */
function useHeld(items: readonly ModerationItem[]): readonly ModerationItem[] {
  const [held, setHeld] = useState(items);
  const fresh = items.filter(({ id }) => !held.some((known) => known.id === id));
  if (fresh.length === 0) return held;
  const all = [...held, ...fresh];
  setHeld(all);
  return all;
}

/** Tracks the decisions made here. The next photo does not wait for the response; an error shows at its own photo. */
function useVerdicts() {
  const [send] = useDecideItemMutation();
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, PhotoVerdict>>>({});
  const put = (id: string, verdict: PhotoVerdict) => setVerdicts((known) => ({ ...known, [id]: verdict }));
  const decide = ({ id, _rev }: ModerationItem, decision: 'approve' | 'disapprove') => {
    put(id, { decision, fault: null });
    void send({ id, decision, _rev }).then(({ error }) => {
      if (error !== undefined) put(id, { decision, fault: reasonOf(error) });
    });
  };
  return {
    verdicts,
    decide,
    settle: (id: string) => put(id, { decision: 'decided', fault: null }),
    lose: (id: string, error: CallError) => put(id, { decision: 'decided', fault: sentences(error) }),
  };
}

interface GridWork {
  at: number;
  go: (index: number) => void;
  decideAt: (index: number, verdict: 'approve' | 'disapprove') => void;
  isOff: boolean;
}

/**
 * Binds arrow keys, j and k to move through the grid, and a and r to decide and move on; ignores keys typed into a
 * field.
 */
function useGridKeys(grid: React.RefObject<HTMLUListElement | null>, { at, go, decideAt, isOff }: GridWork): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, [role="dialog"]')) return;
    if (isOff || grid.current === null) return;
    const row = columnsOf(grid.current);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row, j: 1, k: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      go(at + step);
    }
    if (event.key === 'a') decideAt(at, 'approve');
    if (event.key === 'r') decideAt(at, 'disapprove');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Returns the number of tiles per row. */
function columnsOf({ children }: HTMLElement): number {
  const tops = [...children].map((tile) => (tile as HTMLElement).offsetTop);
  const next = tops.findIndex((top) => top !== tops[0]);
  return next === -1 ? Math.max(tops.length, 1) : next;
}
