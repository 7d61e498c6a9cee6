import { IconChevronLeft, IconChevronRight } from '../../../components/icons.js';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { DriveCardData } from '../../../api/types.js';
import { CARD_HEIGHTS, DriveCard } from '../../../components/DriveCard.js';
import { driveLink } from '../../../lib/search/explore-links.js';
import { useUnits } from '../../../lib/store/store.js';
import { exploreTexts } from '../../../texts/explore.js';
import { comparedOf } from '../compare/compared.js';
import type { CardsProps } from '../layout/cards-props.js';
import { useCardKeys } from './DriveList.js';
import styles from './Results.module.css';
import { useFoldedSearch } from './road-versions.js';
import type { Away } from './use-away.js';
import { useMoreNear, type DriveSearch } from './use-drive-search.js';
import { useSilhouettes } from './use-silhouettes.js';

const CARD_WIDTH = 340;
const GAP = 12;
const PADDING = 12;

interface Props extends Pick<CardsProps, 'compared' | 'onCompare'> {
  search: DriveSearch;
  activeId: string | null;
  hoveredId: string | null;
  away: Away;
  onOpen: (drive: DriveCardData) => void;
  onHover: (id: string | null) => void;
}

/** Row of drive cards below the map; scrolls the drive that is active on the map into view. */
export function CardSlider(props: Props) {
  const { search: found, activeId, hoveredId, away, compared, onCompare, onOpen, onHover } = props;
  const search = useFoldedSearch(found);
  const scroller = useRef<HTMLDivElement>(null);
  const units = useUnits();
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: search.drives.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_WIDTH,
    gap: GAP,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    overscan: 3,
    getItemKey: (index) => search.drives[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  useMoreNear(items.at(-1)?.index, search);
  const drives = useSilhouettes(search.drives, items[0]?.index ?? 0);
  const activeIndex = search.drives.findIndex(({ id }) => id === activeId);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, virtualizer]);
  const onKeyDown = useCardKeys(scroller, search.drives.length, (index) => virtualizer.scrollToIndex(index));
  const page = (direction: 1 | -1) => scrollPage(scroller.current, direction);
  const card = { size: 'S', units, common: search.common, onCompare, onOpen, onHover } as const;

  if (search.drives.length === 0) return null;
  return (
    <div className={styles.slider}>
      <button type="button" aria-label={exploreTexts.results.previous} onClick={() => page(-1)}>
        <IconChevronLeft />
      </button>
      <div ref={scroller} className={styles.track} aria-busy={search.updating}>
        <ol
          aria-label={exploreTexts.results.inThisArea}
          style={{ width: virtualizer.getTotalSize(), height: CARD_HEIGHTS.S }}
          onKeyDown={onKeyDown}
        >
          {items.map(({ index, start, key }) => {
            const drive = drives[index];
            if (drive === undefined) return null;
            const sections = search.sections.get(drive.id) ?? [];
            return (
              <li
                key={key}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={search.count ?? -1}
                style={{ width: CARD_WIDTH, transform: `translateX(${start}px)` }}
              >
                <DriveCard
                  {...card}
                  drive={drive}
                  sections={sections}
                  to={driveLink(drive)}
                  active={[drive, ...sections].some(({ id }) => id === activeId || id === hoveredId)}
                  away={away(drive)}
                  compared={comparedOf(drive.id, compared)}
                />
              </li>
            );
          })}
        </ol>
      </div>
      <button type="button" aria-label={exploreTexts.results.next} onClick={() => page(1)}>
        <IconChevronRight />
      </button>
    </div>
  );
}

function scrollPage(track: HTMLElement | null, direction: 1 | -1): void {
  track?.scrollBy({ left: direction * (track.clientWidth - CARD_WIDTH / 2), behavior: 'smooth' });
}
