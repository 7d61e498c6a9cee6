import type { LatLng } from '@switchback/geo/location';
import type { ReactNode } from 'react';
import type { DriveCardData } from '../../api/types.js';
import { Carousel } from './Carousel.js';
import { DriveCard } from '../../components/DriveCard.js';
import { nearText } from '../../lib/drives/away-text.js';
import { driveLink } from '../../lib/search/explore-links.js';
import { useUnits } from '../../lib/store/store.js';
import { texts } from '../../texts/en.js';
import styles from './DriveShelf.module.css';

interface Props {
  id: string;
  title: string;
  drives: readonly DriveCardData[];
  /** Labels of the buttons that turn the page. */
  previous?: string;
  next?: string;
  /** The place that the cards say the distance from. */
  from?: LatLng | null;
  /** Shown instead of the drives. */
  note?: ReactNode;
}

/** A titled carousel of drives. Keeps the room of its cards while they load, so that nothing below moves. */
export function DriveShelf({ id, title, drives, previous, next, from = null, note }: Props) {
  const units = useUnits();
  return (
    <section aria-labelledby={id} className={styles.shelf}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {note ?? (
        <div className={styles.room}>
          <Carousel label={title} previous={previous ?? texts.landing.previous} next={next ?? texts.landing.next}>
            {drives.map((drive) => (
              <DriveCard
                key={drive.id}
                drive={drive}
                size="tile"
                units={units}
                to={driveLink(drive)}
                away={from === null ? undefined : nearText(drive, from, units)}
              />
            ))}
          </Carousel>
        </div>
      )}
    </section>
  );
}
