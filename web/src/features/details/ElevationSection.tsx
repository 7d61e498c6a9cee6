import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { LatLng } from '@switchback/geo/location';
import { Suspense } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { elevationTexts } from '../../texts/elevation.js';
import styles from './DetailsPanel.module.css';

const DriveElevation = lazyComponent(() => import('../elevation/DriveElevation.js'), 'notice');

interface Props {
  drive: DriveDetails;
  path: readonly LatLng[];
}

/** Shows the elevation profile below a heading; nothing if no source knows the drive's elevations. */
export function ElevationSection({ drive, path }: Props) {
  const { elevation } = drive;
  if (elevation === null || path.length < 2) return null;
  return (
    <section className={styles.elevation} aria-label={elevationTexts.title}>
      <h3 className={styles.heading}>{elevationTexts.title}</h3>
      <Suspense fallback={<p className={styles.note}>{elevationTexts.loading}</p>}>
        <DriveElevation drive={drive} elevation={elevation} path={path} />
      </Suspense>
    </section>
  );
}
