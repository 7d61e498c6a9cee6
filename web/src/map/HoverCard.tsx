import { skipToken } from '@reduxjs/toolkit/query';
import { useSummaryQuery } from '../api/api.js';
import type { DriveCardData } from '../api/types.js';
import { DrivePicture } from '../components/DrivePicture.js';
import { Stars } from '../components/Stars.js';
import { useUnits } from '../lib/store.js';
import { distanceText, durationText } from '../lib/units.js';
import { useDebounced } from '../lib/use-debounced.js';
import { texts } from '../texts/en.js';
import styles from './HoverCard.module.css';
import type { MapPoint } from './map-port.js';

/** A pointer that only crosses a line asks for nothing. */
const LINGER_MS = 80;

/** What the tallest card needs over the pointer. */
const ROOM_ABOVE_PIXELS = 150;

interface Props {
  ids: readonly string[];
  at: MapPoint;
  drives: readonly DriveCardData[];
}

/** What a glance needs to know of the drive under the pointer. It takes no clicks: the line below does. */
export function HoverCard({ ids, at, drives }: Props) {
  const id = useDebounced(ids[0] ?? null, LINGER_MS);
  const known = drives.find((drive) => drive.id === id);
  const whole = known?.overviewPath === undefined && known?.photos[0] === undefined ? undefined : known;
  const { currentData: fetched } = useSummaryQuery(id === null || whole !== undefined ? skipToken : id);
  const drive = whole ?? fetched ?? known;
  if (id === null || ids[0] !== id || !drive) return null;
  return (
    <div
      className={styles.place}
      data-side={at.y < ROOM_ABOVE_PIXELS ? 'below' : 'above'}
      style={{ '--x': `${at.x}px`, '--y': `${at.y}px` }}
    >
      <DriveGlance drive={drive} others={ids.length - 1} />
    </div>
  );
}

function DriveGlance({ drive, others }: { drive: DriveCardData; others: number }) {
  const units = useUnits();
  const distance = distanceText(drive.distance, units);
  const duration = durationText(drive.duration);
  return (
    <div className={styles.card} data-testid="hover-card">
      <div className={styles.picture}>
        <DrivePicture drive={drive} size="small" />
      </div>
      <div className={styles.text}>
        <p className={styles.title}>{drive.title}</p>
        <Stars rating={drive.starRating} reviewCount={drive.reviewCount} official={drive.official} />
        <p className={styles.facts}>
          <span>{drive.approximate ? texts.units.approximately(distance) : distance}</span>
          <span>{drive.durationSource === 'estimated' ? texts.units.approximately(duration) : duration}</span>
          {drive.official && <span className={styles.flag}>{texts.card.official}</span>}
        </p>
        {others > 0 && <p className={styles.more}>{texts.map.hover.more(others)}</p>}
      </div>
    </div>
  );
}
