import { CloseButton } from '@mantine/core';
import '@mantine/core/styles/CloseButton.css';
import { useEffect, useRef } from 'react';
import { DriveMarks } from '../components/DriveMarks.js';
import { Figures } from '../components/Figures.js';
import { drivenDistance } from '../lib/drives/figure-texts.js';
import { titleOf } from '../lib/drives/drive-title.js';
import { useUnits } from '../lib/store/store.js';
import { numberText } from '../lib/text/units.js';
import { mapTexts } from '../texts/map.js';
import { texts } from '../texts/en.js';
import styles from './DriveChooser.module.css';
import { useSummariesQuery } from '../api/summaries-api.js';
import type { MapPoint } from './map-port.js';

const SHOWN_MAX = 8;
/** Further rows need scrolling. */
const ROWS_IN_SIGHT = 5;

interface Props {
  ids: readonly string[];
  at: MapPoint;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** Lists by name the drives that share the clicked road or start. */
export function DriveChooser({ ids, at, onChoose, onClose }: Props) {
  const shown = ids.slice(0, SHOWN_MAX);
  const units = useUnits();
  const { data: drives = [] } = useSummariesQuery(shown);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [drives.length]);
  return (
    <div
      className={styles.chooser}
      style={{ '--x': `${at.x}px`, '--y': `${at.y}px`, '--rows': Math.min(shown.length, ROWS_IN_SIGHT) }}
      role="dialog"
      aria-label={mapTexts.chooser.title(ids.length)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className={styles.head}>
        <p>{mapTexts.chooser.title(ids.length)}</p>
        <CloseButton aria-label={texts.close} onClick={onClose} />
      </div>
      <ul className={styles.list}>
        {drives.map((drive, index) => (
          <li key={drive.id} className={styles.row}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              className={styles.option}
              onClick={() => onChoose(drive.id)}
            >
              <span>{titleOf(drive)}</span>
              <span className={styles.distance}>
                <Figures text={drivenDistance(drive, units)} />
              </span>
            </button>
            <DriveMarks drive={drive} marks={['collect']} />
          </li>
        ))}
      </ul>
      {ids.length > SHOWN_MAX && (
        <p className={styles.rest}>{mapTexts.chooser.more(numberText(ids.length - SHOWN_MAX))}</p>
      )}
    </div>
  );
}
