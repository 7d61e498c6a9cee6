import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useSummaryQuery } from '../api/api.js';
import type { DriveCardData } from '../api/types.js';
import { DriveMarks } from '../components/DriveMarks.js';
import { DrivePicture } from '../components/DrivePicture.js';
import { Stars } from '../components/Stars.js';
import { useUnits } from '../lib/store.js';
import { distanceText, durationText } from '../lib/units.js';
import { useDriveFlag } from '../lib/use-drive-marks.js';
import { texts } from '../texts/en.js';
import styles from './HoverCard.module.css';
import { type Pointed, useGlance } from './use-glance.js';

/** What the tallest card needs over the pointer. */
const ROOM_ABOVE_PIXELS = 190;

interface Props {
  pointed: Pointed;
  drives: readonly DriveCardData[];
  /** The pointer came onto the card of a drive, or left it: null. */
  onHover: (id: string | null) => void;
  onOpen: (id: string) => void;
}

/** What a glance needs to know of the drive under the pointer, its marks, and the drive itself at a click. */
export function HoverCard({ pointed, drives, onHover, onOpen }: Props) {
  const [held, setHeld] = useState(false);
  const { ids, at } = useGlance(pointed, held);
  const [id = null] = ids;
  const known = drives.find((drive) => drive.id === id);
  const whole = known?.overviewPath === undefined && known?.photos[0] === undefined ? undefined : known;
  const { currentData: fetched } = useSummaryQuery(id === null || whole !== undefined ? skipToken : id);
  const drive = whole ?? fetched ?? known;
  if (id === null || !drive) return null;
  const hold = (on: boolean) => {
    setHeld(on);
    onHover(on ? id : null);
  };
  const open = (chosen: string) => {
    hold(false);
    onOpen(chosen);
  };
  return (
    <div
      className={styles.place}
      data-side={at.y < ROOM_ABOVE_PIXELS ? 'below' : 'above'}
      style={{ '--x': `${at.x}px`, '--y': `${at.y}px` }}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
    >
      <DriveGlance drive={drive} others={ids.length - 1} onOpen={open} />
    </div>
  );
}

interface GlanceProps {
  drive: DriveCardData;
  others: number;
  onOpen: (id: string) => void;
}

function DriveGlance({ drive, others, onOpen }: GlanceProps) {
  const units = useUnits();
  const own = useDriveFlag(drive.id);
  const distance = distanceText(drive.distance, units);
  const duration = durationText(drive.duration);
  const flag = own === null ? drive.official && texts.card.official : texts.account.flags[own];
  return (
    <div className={styles.card} data-testid="hover-card">
      <div className={styles.picture}>
        <DrivePicture drive={drive} size="small" />
      </div>
      <div className={styles.text}>
        <button type="button" className={styles.title} onClick={() => onOpen(drive.id)}>
          {drive.title}
        </button>
        <Stars rating={drive.starRating} reviewCount={drive.reviewCount} official={drive.official} />
        <p className={styles.facts}>
          <span>{drive.approximate ? texts.units.approximately(distance) : distance}</span>
          <span>{drive.durationSource === 'estimated' ? texts.units.approximately(duration) : duration}</span>
          {flag && <span className={styles.flag}>{flag}</span>}
        </p>
        <p className={styles.states}>{drive.statesOrProvinces.map(({ name }) => name).join(', ')}</p>
        {others > 0 && <p className={styles.more}>{texts.map.hover.more(others)}</p>}
      </div>
      <div className={styles.marks}>
        <DriveMarks drive={drive} />
      </div>
    </div>
  );
}
