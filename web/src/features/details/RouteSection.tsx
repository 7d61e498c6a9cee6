import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { LatLng } from '@switchback/geo/location';
import { type ComponentProps, Suspense, useMemo, useRef } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { useSeen } from '../../lib/page/use-seen.js';
import { detailsTexts } from '../../texts/details.js';
import styles from './DetailsPanel.module.css';

const RouteMap = lazyComponent(() => import('../../map/RouteMap.js'), 'notice');

interface Props extends Pick<ComponentProps<typeof RouteMap>, 'pins' | 'onPin'> {
  drive: DriveDetails;
  path: LatLng[];
}

/** Shows the route on a map, below a heading. The map loads once it comes near the screen. */
export function RouteSection({ drive, path, ...pinned }: Props) {
  const stops = useMemo(
    () => drive.waypoints.slice(1, -1).flatMap(({ near, location }) => (near ? [] : [location])),
    [drive.waypoints],
  );
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  if (path.length < 2) return null;
  return (
    <>
      <h3 className={styles.heading}>{detailsTexts.route}</h3>
      <div ref={place} className={styles.map}>
        <Suspense fallback={<p className={styles.instead}>{detailsTexts.mapLoading}</p>}>
          {seen && <RouteMap id={drive.id} path={path} stops={stops} approximate={drive.approximate} {...pinned} />}
        </Suspense>
      </div>
    </>
  );
}
