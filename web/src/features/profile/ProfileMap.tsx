import { skipToken } from '@reduxjs/toolkit/query';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { decodePolyline } from '@switchback/geo/polyline';
import { Suspense, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSummariesQuery } from '../../api/summaries-api.js';
import { lazyComponent } from '../../components/lazy-component.js';
import { driveLink } from '../../lib/search/explore-links.js';
import { useSeen } from '../../lib/page/use-seen.js';
import { profileTexts } from '../../texts/profile.js';
import styles from './Profile.module.css';

const DrivesMap = lazyComponent(() => import('../../map/DrivesMap.js'), 'notice');

/** Shows the drives on one map, the first hundred of them. Loads once it comes near the screen. */
export function ProfileMap({ ids }: { ids: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const navigate = useNavigate();
  const shown = useMemo(() => [...new Set(ids)].slice(0, LIMITS.summariesMax), [ids]);
  const { data = [] } = useSummariesQuery(seen && shown.length > 0 ? shown : skipToken);
  const drives = useMemo(
    () =>
      data
        .map(({ id, overviewPath = '', approximate }) => ({ id, path: decodePolyline(overviewPath), approximate }))
        .filter(({ path }) => path.length > 1),
    [data],
  );
  if (shown.length === 0) return null;
  return (
    <div ref={place} className={styles.map}>
      {drives.length > 0 && (
        <Suspense>
          <DrivesMap
            label={profileTexts.map}
            drives={drives}
            onPick={(picked) => {
              const drive = data.find(({ id }) => id === picked);
              if (drive !== undefined) void navigate(driveLink(drive));
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
