import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CARDS_PER_AD } from '@switchback/contracts/rules/ads';
import type { DriveCardData } from '../../../api/types.js';
import { AdSlot } from '../../../components/AdSlot.js';
import { CARD_HEIGHTS, type CardSize, DriveCard } from '../../../components/DriveCard.js';
import { driveLink } from '../../../lib/search/explore-links.js';
import { useUnits } from '../../../lib/store/store.js';
import { useAds } from '../../../lib/people/use-ads.js';
import { exploreTexts } from '../../../texts/explore.js';
import { comparedOf } from '../compare/compared.js';
import type { CardsProps } from '../layout/cards-props.js';
import { columnsIn, GAP } from './card-size.js';
import styles from './Results.module.css';
import { useFoldedSearch } from './road-versions.js';
import type { Away } from './use-away.js';
import { useMoreNear, type DriveSearch } from './use-drive-search.js';
import { useScrollMemory } from './use-scroll-memory.js';
import { useSilhouettes } from './use-silhouettes.js';

const OVERSCAN = 4;

/** Returns the index of the ad below a card; null if there is none. */
function adBelow(index: number): number | null {
  return (index + 1) % CARDS_PER_AD === 0 ? (index + 1) / CARDS_PER_AD - 1 : null;
}

interface Props extends Pick<CardsProps, 'compared' | 'onCompare'> {
  search: DriveSearch;
  activeId: string | null;
  /** The drive under the pointer on the map, which the list then follows; undefined without a map. */
  hoveredId?: string | null | undefined;
  away: Away;
  onOpen: (drive: DriveCardData) => void;
  onHover?: ((id: string | null) => void) | undefined;
  /** Shown above the first card; scrolls out of view with it. */
  head?: ReactNode;
  empty: ReactNode;
}

/** Virtualized list of result cards: however many there are, only those near the viewport are in the document. */
export function DriveList(props: Props) {
  const { search: found, activeId, hoveredId, away, compared, onCompare, onOpen, onHover, head, empty } = props;
  const search = useFoldedSearch(found);
  const scroller = useRef<HTMLDivElement>(null);
  // The first batch has many cards: rendering it in slices keeps taps responsive.
  const hasCards = useDeferredValue(search.drives.length > 0, false);
  const { ref: room, width } = useWidth();
  const columns = columnsIn(width);
  const { size, count: lanes } = columns;
  const shows = useAds() !== null;
  const memory = useScrollMemory(scroller, search, width > 0);
  const virtualizer = useVirtualizer({
    count: search.drives.length,
    getScrollElement: () => scroller.current,
    // An ad is part of the card above it, so that the cards keep their indexes.
    estimateSize: (index) => CARD_HEIGHTS[size] + (shows && adBelow(index) !== null ? GAP + CARD_HEIGHTS[size] : 0),
    gap: GAP,
    lanes,
    overscan: OVERSCAN,
    initialOffset: memory,
    getItemKey: (index) => search.drives[index]?.id ?? index,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, size, lanes, shows]);
  const items = virtualizer.getVirtualItems();
  useMoreNear(items.at(-1)?.index, search);
  const drives = useSilhouettes(search.drives, items[0]?.index ?? 0);
  const activeIndex = hoveredId === undefined ? -1 : search.drives.findIndex(({ id }) => id === activeId);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, virtualizer]);
  const onKeyDown = useCardKeys(scroller, search.drives.length, (index) => virtualizer.scrollToIndex(index), lanes);
  const card = { size, activeId, hoveredId, away, compared, common: search.common, onCompare, onOpen, onHover };

  return (
    <div ref={scroller} className={styles.list} aria-busy={search.updating}>
      {head !== undefined && <div className={styles.listHead}>{head}</div>}
      {search.drives.length === 0 ? (
        empty
      ) : (
        <div className={styles.room}>
          <ol
            ref={room}
            aria-label={exploreTexts.results.label}
            style={{ height: virtualizer.getTotalSize() }}
            onKeyDown={onKeyDown}
          >
            {hasCards &&
              items.map(({ index, start, key, lane }) => (
                <li
                  key={key}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={search.count ?? -1}
                  style={{ ...columns.place(lane), transform: `translateY(${start}px)` }}
                >
                  <ListedDrive
                    {...card}
                    drive={drives[index]}
                    sections={search.sections.get(String(key))}
                    slot={adBelow(index)}
                  />
                </li>
              ))}
          </ol>
        </div>
      )}
    </div>
  );
}

/** Measures an element: once it is in the document, before the browser paints, and whenever its size changes. */
function useWidth() {
  const { ref: observed, width } = useElementSize<HTMLOListElement>();
  const [first, setFirst] = useState(0);
  const measured = useCallback((element: HTMLElement | null) => setFirst(element?.clientWidth ?? 0), []);
  return { ref: useMergedRef(observed, measured), width: width || first };
}

interface ListedProps extends Pick<
  Props,
  'activeId' | 'hoveredId' | 'away' | 'compared' | 'onCompare' | 'onOpen' | 'onHover'
> {
  drive: DriveCardData | undefined;
  /** The road's sections in single states, which have no card of their own. */
  sections: readonly DriveCardData[] | undefined;
  size: CardSize;
  common: ReadonlySet<string>;
  /** Index of the ad below the card; null if there is none. */
  slot: number | null;
}

function ListedDrive({ drive, sections, slot, activeId, hoveredId, away, compared, onHover, ...card }: ListedProps) {
  const units = useUnits();
  const ads = useAds();
  if (drive === undefined) return null;
  return (
    <>
      <DriveCard
        {...card}
        drive={drive}
        sections={sections}
        units={units}
        to={driveLink(drive)}
        active={[drive, ...(sections ?? [])].some(({ id }) => id === activeId || id === hoveredId)}
        away={away(drive)}
        compared={comparedOf(drive.id, compared)}
        {...(onHover ? { onHover } : {})}
      />
      {ads !== null && slot !== null && (
        <div className={styles.ad}>
          <AdSlot ad={ads(slot)} height={CARD_HEIGHTS[card.size]} />
        </div>
      )}
    </>
  );
}

/** Handles arrow keys, Home and End to move between cards, including those not in the document yet. */
export function useCardKeys(
  container: React.RefObject<HTMLElement | null>,
  count: number,
  show: (index: number) => void,
  columns = 1,
) {
  return (event: KeyboardEvent) => {
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
    const steps: Record<string, number> = {
      ArrowDown: at + columns,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowLeft: at - 1,
      Home: 0,
      End: count - 1,
    };
    const index = steps[event.key];
    if (at < 0 || index === undefined || index < 0 || index >= count) return;
    event.preventDefault();
    show(index);
    // The card is rendered in the frame after the scroll.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        container.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus({ preventScroll: true }),
      ),
    );
  };
}
