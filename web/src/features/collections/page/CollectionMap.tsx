import { Button } from '@mantine/core';
import type { Collection, Way } from '@switchback/contracts/resources/collection';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { joinParts } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { Suspense, useId, useMemo, useRef, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.js';
import { useSeen } from '../../../lib/page/use-seen.js';
import { collectionTexts } from '../../../texts/collections.js';
import { ACTION_SIZE } from './action-size.js';
import styles from './Collections.module.css';
import { drivenOf } from './items/driven.js';

const DrivesMap = lazyComponent(() => import('../../../map/DrivesMap.js'), 'notice');
const words = collectionTexts.map;

interface Props {
  collection: Collection;
  drives: ReadonlyMap<string, DriveSummary>;
  ways: readonly Way[];
  marked: string | null;
  /** The drive to show alone; null for all. */
  openId: string | null;
  onMark: (driveId: string | null) => void;
  onPick: (driveId: string) => void;
}

/** All lines of a collection, numbered in its order. Loads near the screen; on a phone, it can be hidden. */
export function CollectionMap({ collection: { items }, drives, ways, marked, openId, onMark, onPick }: Props) {
  const [isOpen, setOpen] = useState(true);
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const id = useId();
  const lines = useMemo(() => linesOf(items, drives), [items, drives]);
  const places = useMemo(
    () => items.flatMap(({ place }, index) => (place ? [{ location: place.location, number: index + 1 }] : [])),
    [items],
  );
  const between = useMemo(
    () => ways.map(({ path, approximate }) => ({ path: decodePolyline(path), approximate })),
    [ways],
  );
  return (
    <section aria-label={words.heading} className={styles.mapSection}>
      <div id={id} ref={place} className={styles.map} data-open={isOpen}>
        {seen && lines.length > 0 ? (
          <Suspense fallback={<p className={styles.wait}>{words.loading}</p>}>
            <DrivesMap
              label={words.label}
              drives={lines}
              ways={between}
              places={places}
              markedId={marked}
              activeId={openId}
              onHover={onMark}
              onPick={onPick}
            />
          </Suspense>
        ) : (
          <p className={styles.wait}>{words.loading}</p>
        )}
      </div>
      <Button
        className={styles.mapToggle}
        {...ACTION_SIZE}
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.hide : words.show}
      </Button>
    </section>
  );
}

/**
 * Returns the lines of the loaded drives, each with its place in the list; a drive listed again has its first one, and all
 * its parts.
 */
function linesOf(items: Collection['items'], drives: Props['drives']) {
  const numbers = new Map(
    items.flatMap(({ driveId }, index) => (driveId === null ? [] : [[driveId, index + 1] as const])).reverse(),
  );
  return [...numbers].reverse().flatMap(([id, number]) => {
    const drive = drives.get(id);
    const driven = items.flatMap((item) => (item.driveId === id ? (drivenOf(drives, item) ?? []) : []));
    const lines = [...new Set(driven.map(({ overviewPath }) => overviewPath))].map((line) => decodePolyline(line));
    const path = joinParts(lines);
    return drive === undefined || path.length < 2 ? [] : [{ id, path, approximate: drive.approximate, number }];
  });
}
