import type { Collection } from '@switchback/contracts/resources/collection';
import { TRIP_GUIDE_PAGE } from '@switchback/contracts/rules/guide';
import { SECRET_COLLECTION_PAGE } from '@switchback/contracts/rules/collections';
import { useMemo } from 'react';
import type { CollectionSource } from '../../../../api/collections-api.js';
import { collectionLink } from '../../../../lib/collections/collection-link.js';
import { directionsTexts } from '../../../../texts/directions.js';
import { driveGuideTexts } from '../../../../texts/drive-guide.js';
import { TakeAlong } from '../../../directions/TakeAlong.js';
import { courseOfDay } from './day-course.js';
import styles from './Items.module.css';
import type { Drives } from './driven.js';
import { type DayGroup, headOf, type WayFinder } from './plan-days.js';
import { dayName, titleIn } from './place-text.js';
import { useCollectionFile } from './use-collection-file.js';

interface Props {
  collection: Pick<Collection, 'id' | 'name' | 'privacy'>;
  source: CollectionSource;
  group: DayGroup;
  drives: Drives;
  find: WayFinder;
}

/** Directions, file and link of a day of a trip. */
export function DayAlong({ collection: { id, name, privacy }, source, group, drives, find }: Props) {
  const { load } = useCollectionFile(name, source);
  const course = useMemo(() => courseOfDay(id, group, drives, find), [id, group, drives, find]);
  if (group.day === null || group.stops.length === 0) return null;
  // As tall as the buttons, so that nothing moves once the drives are loaded.
  if (course === null) return <div className={styles.along} />;
  const title = dayName(group.day);
  const page =
    'id' in source ? `${collectionLink(id)}#${headOf(group.day)}` : `${SECRET_COLLECTION_PAGE}#${source.secret}`;
  const link = {
    title: `${name}, ${title}`,
    text: group.stops.map(({ item }) => titleIn(drives, item)).join(' · '),
    url: globalThis.location.origin + page,
  };
  const isClosed = privacy === 'private' && 'id' in source;
  return (
    <TakeAlong
      course={course}
      title={title}
      gpx={() => load({ format: 'gpx', day: group.day })}
      guide={
        'id' in source ? { to: `${TRIP_GUIDE_PAGE}/${id}/${group.day}`, text: driveGuideTexts.entry.day } : undefined
      }
      link={link}
      linkNote={isClosed ? directionsTexts.sharing.private : undefined}
    />
  );
}
