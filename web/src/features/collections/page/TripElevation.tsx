import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Collection } from '@switchback/contracts/resources/collection';
import { daysOf } from '@switchback/contracts/rules/collections';
import { decodePolyline } from '@switchback/geo/polyline';
import { useMemo, useState } from 'react';
import JoinedElevation from '../../elevation/JoinedElevation.js';
import type { JoinedDrive } from '../../elevation/JoinedElevation.js';
import { Pending } from '../../../components/Pending.js';
import { titleOf } from '../../../lib/drives/drive-title.js';
import { elevationTexts } from '../../../texts/elevation.js';
import { tripTexts } from '../../../texts/trips.js';
import { type DriveElevations, useElevationsQuery } from './collection-endpoints.js';
import styles from './Collections.module.css';
import { driveIdsOf, drivenElevation, driveOf, type Drives } from './items/driven.js';
import { type DayGroup, groupsOf } from './items/plan-days.js';

const words = elevationTexts.trip;
/** Drives that one profile shows at most. */
const DRIVES_MAX = 20;
const NONE: DriveElevations = {};

interface Props {
  collection: Collection;
  drives: Drives;
}

/** The elevation profile of a trip, or of one of its days. */
export default function TripElevation({ collection, drives }: Props) {
  const { items } = collection;
  const days = daysOf(collection);
  const choices = useMemo(() => choicesOf(groupsOf(items, days)), [items, days]);
  const [chosen, setChosen] = useState('');
  const choice = choices.find(({ label }) => label === chosen) ?? choices[0]!;
  const shown = choice.items.slice(0, DRIVES_MAX);
  const ids = driveIdsOf(shown).sort();
  const { data = NONE, isFetching, error, refetch } = useElevationsQuery(ids);
  const joined = useMemo(() => joinedOf(choice.items.slice(0, DRIVES_MAX), drives, data), [choice, drives, data]);
  return (
    <>
      {choices.length > 1 && (
        <NativeSelect
          className={styles.elevationDay}
          label={words.shown}
          value={choice.label}
          data={choices.map(({ label }) => label)}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {choice.items.length > DRIVES_MAX && <p className={styles.note}>{words.first(DRIVES_MAX)}</p>}
      {isFetching && data === NONE ? (
        <p className={styles.note}>{elevationTexts.loading}</p>
      ) : error !== undefined ? (
        <Pending error={error} onRetry={() => void refetch()} />
      ) : joined.every(({ elevation }) => elevation === null) ? (
        <p className={styles.note}>{words.none}</p>
      ) : (
        <JoinedElevation drives={joined} />
      )}
    </>
  );
}

interface Choice {
  label: string;
  items: Collection['items'];
}

/** The whole trip, unless it is too long for one profile, and each day with drives. */
function choicesOf(groups: readonly DayGroup[]): Choice[] {
  const days = groups.flatMap(({ day, stops }): Choice[] => {
    if (stops.length === 0) return [];
    return [{ label: day === null ? tripTexts.unplanned : tripTexts.day(day), items: stops.map(({ item }) => item) }];
  });
  const all = days.flatMap(({ items }) => items);
  return days.length > 1 && all.length <= DRIVES_MAX ? [{ label: words.whole, items: all }, ...days] : days;
}

function joinedOf(items: Collection['items'], drives: Drives, known: DriveElevations): JoinedDrive[] {
  return items.flatMap((item, index) => {
    const { driveId, day, part } = item;
    const [whole, drive] = [drives.get(driveId ?? ''), driveOf(drives, item)];
    if (driveId === null || whole === undefined || drive === undefined) return [];
    const { elevation = null, pointsOfInterest = [] } = known[driveId] ?? {};
    return {
      title: titleOf(drive),
      distance: drive.distance,
      path: decodePolyline(drive.overviewPath),
      elevation: elevation && part ? drivenElevation(elevation, part, whole.distance) : elevation,
      places: pointsOfInterest.map(({ label, location }) => ({ label, location, kind: 'interest' as const })),
      startsDay: day !== items[index - 1]?.day,
    };
  });
}
