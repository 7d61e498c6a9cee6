import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useSummaryQuery } from '../api/api.js';
import type { DriveCardData } from '../api/types.js';
import { DriveCard } from '../components/DriveCard.js';
import { driveLink } from '../lib/search/explore-links.js';
import { useUnits } from '../lib/store/store.js';
import { mapTexts } from '../texts/map.js';
import styles from './HoverCard.module.css';
import { type Pointed, useGlance } from './use-glance.js';

/** Space that the tallest card needs above the pointer. */
const ROOM_ABOVE_PIXELS = 190;

interface Props {
  pointed: Pointed;
  drives: readonly DriveCardData[];
  /** The pointer entered the card of a drive, or left it: null. */
  onHover: (id: string | null) => void;
  onOpen: (id: string) => void;
}

/** The card of the drive under the pointer, with the number of other drives there. */
export function HoverCard({ pointed, drives, onHover, onOpen }: Props) {
  const [held, setHeld] = useState(false);
  const { ids, at } = useGlance(pointed, held);
  const units = useUnits();
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
  const open = () => {
    hold(false);
    onOpen(id);
  };
  return (
    <div
      className={styles.place}
      data-side={at.y < ROOM_ABOVE_PIXELS ? 'below' : 'above'}
      data-testid="hover-card"
      style={{ '--x': `${at.x}px`, '--y': `${at.y}px` }}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
    >
      <DriveCard drive={drive} size="S" units={units} to={driveLink(drive)} onOpen={open} />
      {ids.length > 1 && <p className={styles.more}>{mapTexts.hover.more(ids.length - 1)}</p>}
    </div>
  );
}
