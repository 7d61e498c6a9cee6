import { OFFLINE_PAGE } from '@switchback/contracts/rules/offline';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { decodePolyline } from '@switchback/geo/polyline';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { Link, useParams, useSearchParams } from 'react-router';
import { Creator, Ends, Headline, Measures, Ratings, Tags } from '../../components/DriveFacts.js';
import { Panel } from '../../components/Panel.js';
import { Silhouette } from '../../components/Silhouette.js';
import { dayText } from '../../lib/day-text.js';
import { type OfflineDrive, offlineDrives } from '../../lib/offline-drives.js';
import { useUnits } from '../../lib/store.js';
import { distanceText } from '../../lib/units.js';
import { useSession } from '../../lib/use-user.js';
import { offlineTexts } from '../../texts/offline.js';
import styles from './Offline.module.css';

const RouteMap = lazyComponent(() => import('../../map/RouteMap.js'), 'notice');

/**
 * Shows the user's saved drives from their copy in this browser. Reads nothing else, so it shows the date of the copy.
 */
export default function OfflinePage() {
  const userId = useSession()?.userId ?? null;
  const [drives, setDrives] = useState<readonly OfflineDrive[] | null>(null);
  const [params] = useSearchParams();
  const { driveId: linked } = useParams();
  useEffect(() => {
    let live = true;
    const found = userId === null ? Promise.resolve([]) : offlineDrives(userId);
    void found.then((kept) => live && setDrives(kept));
    return () => {
      live = false;
    };
  }, [userId]);
  const open = drives?.find(({ driveId }) => driveId === (params.get('drive') ?? linked));
  return (
    <Panel
      wide
      title={open?.drive.title ?? offlineTexts.title}
      head={(product) => plainPage(product, '/offline')}
      lead={open === undefined ? offlineTexts.lead : offlineTexts.keptOn(dayText(new Date(open.keptAt).toISOString()))}
    >
      {open !== undefined && <Drive key={open.driveId} kept={open} />}
      {open === undefined && drives !== null && <List drives={drives} />}
    </Panel>
  );
}

function List({ drives }: { drives: readonly OfflineDrive[] }) {
  const units = useUnits();
  if (drives.length === 0) return <p>{offlineTexts.empty}</p>;
  return (
    <ul className={styles.list}>
      {drives.map(({ driveId, drive }) => (
        <li key={driveId}>
          <Link className={styles.card} to={`${OFFLINE_PAGE}?drive=${encodeURIComponent(driveId)}`}>
            <Silhouette path={drive.overviewPath} approximate={drive.approximate} className={styles.picture} />
            <span>
              <span className={styles.title}>{drive.title}</span>
              <span className={styles.facts}>{distanceText(drive.distance, units)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Drive({ kept: { drive } }: { kept: OfflineDrive }) {
  const path = useMemo(() => decodePolyline(drive.path), [drive.path]);
  const stops = useMemo(() => drive.waypoints.slice(1, -1).map(({ location }) => location), [drive.waypoints]);
  return (
    <div className={styles.drive}>
      <Link to={OFFLINE_PAGE}>{offlineTexts.all}</Link>
      <Headline drive={drive} />
      <Ends drive={drive} />
      {drive.description !== '' && <p className={styles.description}>{drive.description}</p>}
      <Creator drive={drive} />
      <Ratings drive={drive} />
      <Tags drive={drive} />
      <Measures drive={drive} />
      <div className={styles.map}>
        <Suspense fallback={<Silhouette path={drive.overviewPath} approximate={drive.approximate} />}>
          {path.length > 1 && <RouteMap id={drive.id} path={path} stops={stops} approximate={drive.approximate} />}
        </Suspense>
      </div>
    </div>
  );
}
