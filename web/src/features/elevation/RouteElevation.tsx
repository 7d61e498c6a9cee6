import type { RoutedDirections } from '@switchback/contracts/endpoints/directions';
import { lineOfLegs } from '@switchback/geo/elevation';
import { elevationProfile } from '@switchback/geo/elevation-profile';
import { useMemo } from 'react';
import { elevationTexts } from '../../texts/elevation.js';
import styles from './Elevation.module.css';
import ElevationProfile from './ElevationProfile.js';
import { profileOf } from './profile.js';
import { measuredLine } from '@switchback/geo/measured-line';
import type { ProfilePlace } from './profile-marks.js';

interface Props {
  legs: RoutedDirections['legs'];
  places: readonly ProfilePlace[];
  /** The handles of a cut, as shares of the route; null while none is being made. */
  cut: readonly [from: number, to: number] | null;
}

/** The elevation profile of a route from the heights of its legs; nothing if most are unknown. */
export default function RouteElevation({ legs, places, cut }: Props) {
  const route = useMemo(() => measured(legs), [legs]);
  if (route === null) return null;
  return (
    <section aria-label={elevationTexts.title}>
      <h3 className={styles.heading}>{elevationTexts.title}</h3>
      {/* A changed route has another cursor and another stretch. */}
      <ElevationProfile key={route.profile.totalMeters} places={places} cut={cut} {...route} />
    </section>
  );
}

function measured(legs: Props['legs']) {
  const path = lineOfLegs(legs);
  const heights = elevationProfile(path);
  if (heights === null) return null;
  const { gainMeters: gain, lossMeters: loss, highestMeters: highest, steepest } = heights;
  const profile = profileOf(heights.profile);
  return {
    profile,
    line: measuredLine(path, profile.totalMeters),
    facts: {
      gain,
      loss,
      highest,
      steepest: steepest && { from: steepest.fromMeters, percent: steepest.percent },
      sources: [],
    },
  };
}
