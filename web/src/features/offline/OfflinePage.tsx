import { Button } from '@mantine/core';
import { GUIDE_PAGE } from '@switchback/contracts/rules/guide';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { decodePolyline } from '@switchback/geo/polyline';
import type { LatLng } from '@switchback/geo/location';
import { Suspense, useEffect, useMemo } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { Link, useSearchParams } from 'react-router';
import { Creator, Ends, Headline, Measures, Ratings, Tags } from '../../components/DriveFacts.js';
import { MapSize } from '../../components/MapSize.js';
import { OfflineDriveList } from '../../components/OfflineDriveList.js';
import { IconSteeringWheel } from '../../components/page-icons.js';
import { Panel } from '../../components/Panel.js';
import { Silhouette } from '../../components/Silhouette.js';
import { dayText } from '../../lib/text/day-text.js';
import type { OfflineDetails, OfflineDrive } from '../../lib/offline/offline-drives.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { drivePageOf } from '../../lib/drives/drive-page.js';
import type { OfflineMap } from '../../lib/offline/streets/map-store.js';
import { openMap } from '../../lib/offline/streets/offline-maps.js';
import { useOfflineMaps } from '../../lib/offline/streets/use-offline-maps.js';
import { useSession } from '../../lib/people/use-user.js';
import { useOfflineDrives } from '../../lib/offline/use-offline-drives.js';
import { useStoredPhotos } from '../../lib/offline/use-stored-photos.js';
import { offlineTexts } from '../../texts/offline.js';
import { courseOfDrive } from '../directions/course.js';
import { deliverDrive } from '../directions/gpx-file.js';
import { TakeAlong } from '../directions/TakeAlong.js';
import styles from './Offline.module.css';

const RouteMap = lazyComponent(() => import('../../map/RouteMap.js'), 'notice');

/**
 * Shows the user's saved drives from their copy in this browser. Reads nothing else, so it shows the date of the copy.
 */
export default function OfflinePage() {
  const drives = useOfflineDrives();
  const maps = useOfflineMaps();
  const userId = useSession()?.userId ?? null;
  const [params] = useSearchParams();
  const open = drives?.find(({ driveId }) => driveId === params.get('drive'));
  return (
    <Panel
      wide
      title={open ? titleOf(open.drive) : offlineTexts.title}
      head={(product) => plainPage(product, '/offline')}
      lead={open === undefined ? offlineTexts.lead : offlineTexts.keptOn(dayText(new Date(open.keptAt).toISOString()))}
    >
      {open !== undefined && (
        <Drive key={open.driveId} kept={open} map={maps?.find(({ id }) => id === open.driveId) ?? null} />
      )}
      {open === undefined && drives?.length === 0 && <p>{offlineTexts.empty}</p>}
      {open === undefined && drives !== null && <OfflineDriveList drives={drives} maps={maps ?? []} />}
      {open === undefined && userId !== null && (
        <Link to="/settings?tab=offline" className={styles.storage}>
          {offlineTexts.manage}
        </Link>
      )}
    </Panel>
  );
}

function Drive({ kept: { userId, drive }, map }: { kept: OfflineDrive; map: OfflineMap | null }) {
  useEffect(() => {
    void openMap(userId, drive.id).catch(() => undefined);
  }, [userId, drive.id]);
  const photos = useStoredPhotos(userId, drive.id);
  const path = useMemo(() => decodePolyline(drive.path), [drive.path]);
  const stops = useMemo(() => drive.waypoints.slice(1, -1).map(({ location }) => location), [drive.waypoints]);
  return (
    <div className={styles.drive}>
      <Link to={{ search: '' }}>{offlineTexts.all}</Link>
      <Headline drive={drive} />
      <Along drive={drive} path={path} />
      <Button
        mih={44}
        variant="default"
        component={Link}
        to={`${GUIDE_PAGE}/${encodeURIComponent(drive.id)}`}
        leftSection={<IconSteeringWheel size={18} />}
      >
        {offlineTexts.drive}
      </Button>
      <Ends drive={drive} />
      {drive.description !== '' && <p className={styles.description}>{drive.description}</p>}
      {photos.length > 0 && (
        <ul className={styles.photos} aria-label={offlineTexts.photos}>
          {photos.map(({ id, url, description }) => (
            <li key={id}>
              <img src={url} alt={description} />
            </li>
          ))}
        </ul>
      )}
      <Creator drive={drive} />
      <Ratings drive={drive} />
      <Tags drive={drive} />
      <Measures drive={drive} />
      <MapSize map={map} />
      <div className={styles.map}>
        <Suspense fallback={<Silhouette path={drive.overviewPath} approximate={drive.approximate} />}>
          {path.length > 1 && <RouteMap id={drive.id} path={path} stops={stops} approximate={drive.approximate} />}
        </Suspense>
      </div>
    </div>
  );
}

/** Directions, file and link, made from the copy. */
function Along({ drive, path }: { drive: OfflineDetails; path: LatLng[] }) {
  const title = titleOf(drive);
  const course = useMemo(() => courseOfDrive(drive, path), [drive, path]);
  const [start, end] = [drive.waypoints[0], drive.waypoints.at(-1)];
  const legs = start === undefined || end === undefined ? [] : [{ start, end, path: drive.path }];
  return (
    <TakeAlong
      course={course}
      title={title}
      gpx={() => deliverDrive({ ...drive, legs })}
      link={{ title, text: title, url: drivePageOf(drive.id) }}
      linkNote={drive.isPrivate ? offlineTexts.privateLink : undefined}
    />
  );
}
