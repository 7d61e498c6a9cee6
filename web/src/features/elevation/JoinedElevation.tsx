import type { Elevation } from '@switchback/contracts/resources/drive';
import type { LatLng } from '@switchback/geo/location';
import { useMemo } from 'react';
import ElevationProfile from './ElevationProfile.js';
import type { ProfileFacts } from './ElevationProfile.js';
import type { ProfileBorder } from './ProfileChart.js';
import type { Profile } from './profile.js';
import { measuredLine } from '@switchback/geo/measured-line';
import { joinedLines, type LineSpan } from './profile-line.js';
import type { ProfilePlace } from './profile-marks.js';

/** A drive in the profile of several. */
export interface JoinedDrive {
  title: string;
  /** Meters, for a drive without known elevations. */
  distance: number;
  path: readonly LatLng[];
  /** Null if unknown: its part of the profile stays empty. */
  elevation: Elevation | null;
  places: readonly ProfilePlace[];
  /** Begins a day. */
  startsDay: boolean;
}

/** The elevation profiles of drives, one after the other. */
export default function JoinedElevation({ drives }: { drives: readonly JoinedDrive[] }) {
  const joined = useMemo(() => join(drives), [drives]);
  const places = useMemo(() => drives.flatMap((drive) => drive.places), [drives]);
  const titleAt = (meters: number) => joined.spans.find(({ toMeters }) => meters <= toMeters)?.title ?? '';
  if (joined.facts === null) return null;
  const { profile, line, facts, borders } = joined;
  return (
    <ElevationProfile
      key={drives.map(({ title }) => title).join()}
      profile={profile}
      line={line}
      facts={facts}
      places={places}
      borders={borders}
      titleAt={titleAt}
    />
  );
}

interface Joined {
  profile: Profile;
  spans: readonly (LineSpan & { title: string })[];
  line: ReturnType<typeof joinedLines>;
  borders: ProfileBorder[];
  /** Null if no drive has known elevations. */
  facts: ProfileFacts | null;
}

/** Places drives one after the other, without the ways between them. */
export function join(drives: readonly JoinedDrive[]): Joined {
  const runs: (readonly (readonly [number, number])[])[] = [];
  const spans: Joined['spans'][number][] = [];
  let from = 0;
  for (const { title, distance, path, elevation } of drives) {
    const length = elevation?.profile.at(-1)?.[0] ?? distance;
    const start = from;
    if (elevation !== null) runs.push(elevation.profile.map(([meters, height]) => [start + meters, height] as const));
    spans.push({ fromMeters: start, toMeters: start + length, line: measuredLine(path, length), title });
    from += length;
  }
  const borders = drives.flatMap(({ startsDay }, index): ProfileBorder[] =>
    index === 0 ? [] : [{ meters: spans[index]!.fromMeters, kind: startsDay ? 'day' : 'drive' }],
  );
  return {
    profile: { totalMeters: from, runs },
    spans,
    line: joinedLines(spans),
    borders,
    facts: factsOf(drives, spans),
  };
}

/** Sums up the drives with known elevations. */
function factsOf(drives: readonly JoinedDrive[], spans: Joined['spans']): ProfileFacts | null {
  const known = drives.flatMap(({ elevation }, index) =>
    elevation === null ? [] : [{ ...elevation, fromMeters: spans[index]!.fromMeters }],
  );
  if (known.length === 0) return null;
  const steep = known.flatMap(({ steepest, fromMeters }) =>
    steepest === null ? [] : [{ percent: steepest.percent, from: steepest.from + fromMeters }],
  );
  return {
    gain: known.reduce((sum, { gain }) => sum + gain, 0),
    loss: known.reduce((sum, { loss }) => sum + loss, 0),
    highest: known.reduce((top, { highest }) => Math.max(top, highest), -Infinity),
    steepest: steep.toSorted((a, b) => Math.abs(b.percent) - Math.abs(a.percent))[0] ?? null,
    sources: [...new Set(known.map(({ source }) => source))],
  };
}
