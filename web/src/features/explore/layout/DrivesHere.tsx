import { CloseButton } from '@mantine/core';
import '@mantine/core/styles/CloseButton.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useEffect, useRef } from 'react';
import { useSummariesQuery } from '../../../api/summaries-api.js';
import type { DriveCardData } from '../../../api/types.js';
import { DriveCard } from '../../../components/DriveCard.js';
import { driveLink } from '../../../lib/search/explore-links.js';
import { useUnits } from '../../../lib/store/store.js';
import { numberText } from '../../../lib/text/units.js';
import { mapTexts } from '../../../texts/map.js';
import { texts } from '../../../texts/en.js';
import type { Away } from '../results/use-away.js';
import { useMeasured } from '../results/use-measured.js';
import type { Origin } from '../../../lib/drives/away-text.js';
import styles from './Layout.module.css';

const NONE: readonly DriveCardData[] = [];

interface Props {
  ids: readonly string[];
  away: Away;
  origin: Origin | null;
  onOpen: (drive: DriveCardData) => void;
  onClose: () => void;
}

/** The drives that share the tapped road or start, as cards in the sheet. */
export function DrivesHere({ ids, away, origin, onOpen, onClose }: Props) {
  const units = useUnits();
  const shown = ids.slice(0, LIMITS.searchBatch);
  const { data: found = NONE } = useSummariesQuery(shown);
  const drives = useMeasured(found, origin);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('a')?.focus({ preventScroll: true }), [drives]);
  return (
    <div className={styles.here} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <div className={styles.summary}>
        <p className={styles.hereTitle}>{mapTexts.chooser.title(ids.length)}</p>
        <CloseButton size={44} aria-label={texts.close} onClick={onClose} />
      </div>
      <ul ref={list} className={styles.hereList}>
        {drives.map((drive) => (
          <li key={drive.id}>
            <DriveCard drive={drive} size="S" units={units} to={driveLink(drive)} away={away(drive)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {ids.length > shown.length && (
        <p className={styles.hereRest}>{mapTexts.chooser.more(numberText(ids.length - shown.length))}</p>
      )}
    </div>
  );
}
