import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { LatLng } from '@switchback/geo/location';
import { useMemo } from 'react';
import ElevationProfile from './ElevationProfile.js';
import { profileOf } from './profile.js';
import { measuredLine } from '@switchback/geo/measured-line';
import type { ProfilePlace } from './profile-marks.js';

interface Props {
  drive: Pick<DriveDetails, 'waypoints' | 'pointsOfInterest'>;
  elevation: NonNullable<DriveDetails['elevation']>;
  path: readonly LatLng[];
}

/** The elevation profile of one drive, with its stops and points of interest. */
export default function DriveElevation({ drive: { waypoints, pointsOfInterest }, elevation, path }: Props) {
  const { source, profile: points, ...facts } = elevation;
  const profile = useMemo(() => profileOf(points), [points]);
  const line = useMemo(() => measuredLine(path, profile.totalMeters), [path, profile]);
  const places = useMemo(
    (): ProfilePlace[] => [
      ...pointsOfInterest.map(({ label, location }) => ({ label, location, kind: 'interest' as const })),
      ...waypoints.slice(1, -1).map(({ label, location }) => ({ label, location, kind: 'stop' as const })),
    ],
    [waypoints, pointsOfInterest],
  );
  return <ElevationProfile profile={profile} line={line} facts={{ ...facts, sources: [source] }} places={places} />;
}
