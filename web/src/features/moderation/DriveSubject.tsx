import { decodePolyline } from '@switchback/geo/polyline';
import { Suspense, useMemo } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { useDetailsQuery } from '../../api/api.js';
import { Creator, Headline, Measures, Ratings, Tags } from '../../components/DriveFacts.js';
import { moderationTexts } from '../../texts/moderation.js';
import { texts } from '../../texts/en.js';
import styles from './Moderation.module.css';

const RouteMap = lazyComponent(() => import('../../map/RouteMap.js'), 'notice');

interface Props {
  id: string;
  /** Encoded polyline of the line before it was changed; null if it was not. */
  earlierPath: string | null;
}

/** Shows the drive under review: its route on the map, over an earlier one, and its details. */
export function DriveSubject({ id, earlierPath }: Props) {
  const { data: drive } = useDetailsQuery(id);
  const path = useMemo(() => decodePolyline(drive?.path ?? ''), [drive?.path]);
  const earlier = useMemo(() => decodePolyline(earlierPath ?? ''), [earlierPath]);
  const stops = useMemo(
    () => (drive?.waypoints ?? []).slice(1, -1).map(({ location }) => location),
    [drive?.waypoints],
  );
  if (drive === undefined) return <p role="status">{texts.loading}</p>;
  return (
    <>
      <div className={styles.map}>
        {path.length >= 2 && (
          <Suspense fallback={<p>{texts.loading}</p>}>
            <RouteMap id={id} path={path} stops={stops} approximate={drive.approximate} earlier={earlier} />
          </Suspense>
        )}
      </div>
      {earlier.length >= 2 && <p className={styles.hint}>{moderationTexts.earlierLine}</p>}
      <Headline drive={drive} />
      <Creator drive={drive} />
      {drive.description !== '' && <p className={styles.text}>{drive.description}</p>}
      <Tags drive={drive} />
      <Ratings drive={drive} />
      <Measures drive={drive} />
    </>
  );
}
