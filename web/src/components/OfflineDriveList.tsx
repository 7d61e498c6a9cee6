import { OFFLINE_PAGE } from '@switchback/contracts/rules/offline';
import { Link } from 'react-router';
import type { OfflineDrive } from '../lib/offline/offline-drives.js';
import { drivenDistance, drivenDuration } from '../lib/drives/figure-texts.js';
import { titleOf } from '../lib/drives/drive-title.js';
import { sizeText } from '../lib/text/size-text.js';
import { offlineTexts } from '../texts/offline.js';
import { useUnits } from '../lib/store/store.js';
import type { OfflineMap } from '../lib/offline/streets/map-store.js';
import { Figures } from './Figures.js';
import styles from './OfflineDriveList.module.css';
import { Silhouette } from './Silhouette.js';

interface Props {
  drives: readonly OfflineDrive[];
  /** Shows their sizes. */
  maps?: readonly OfflineMap[];
}

/** Links to the copies of drives in this browser. */
export function OfflineDriveList({ drives, maps = [] }: Props) {
  const units = useUnits();
  return (
    <ul className={styles.list}>
      {drives.map(({ driveId, drive }) => (
        <li key={driveId}>
          <Link className={styles.card} to={`${OFFLINE_PAGE}?drive=${encodeURIComponent(driveId)}`}>
            <Silhouette path={drive.overviewPath} approximate={drive.approximate} className={styles.picture} />
            <span>
              <span className={styles.title}>{titleOf(drive)}</span>
              <span className={styles.facts}>
                <Figures text={drivenDistance(drive, units)} /> · <Figures text={drivenDuration(drive)} />
              </span>
              <MapFact map={maps.find(({ id }) => id === driveId)} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function MapFact({ map }: { map: OfflineMap | undefined }) {
  if (map === undefined) return null;
  return <span className={styles.facts}>{offlineTexts.map.short(sizeText(map.bytes))}</span>;
}
