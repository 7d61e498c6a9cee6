import { daysOf } from '@switchback/contracts/rules/collections';
import type { Collection } from '@switchback/contracts/resources/collection';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useCollectionQuery } from '../../../api/collections-api.js';
import { asCallError } from '../../../api/error.js';
import { Message } from '../../../components/Message.js';
import { collectionLink } from '../../../lib/collections/collection-link.js';
import { useDetails } from '../../../lib/drives/use-details.js';
import { driveGuideTexts as words } from '../../../texts/drive-guide.js';
import { texts } from '../../../texts/en.js';
import { type Beginning, Guide } from '../../drive-guide/Guide.js';
import { SheetOfCourse } from '../../drive-guide/SheetOfCourse.js';
import { StoredSheet } from '../../drive-guide/StoredSheet.js';
import styles from './Collections.module.css';
import { guideOfDay } from './day-guide.js';
import { courseOfDay } from './items/day-course.js';
import { driveIdsOf } from './items/driven.js';
import { type DayGroup, groupsOf, headOf, wayFinder } from './items/plan-days.js';
import { dayName } from './items/place-text.js';
import { useKnownWays } from './use-known-ways.js';

/** Guides along a day of a trip. */
export default function DayGuidePage() {
  const { collectionId = '', day = '' } = useParams();
  const page = `trip/${collectionId}/${day}`;
  return (
    <Guide key={page} page={page}>
      {(beginning) => <OfTrip id={collectionId} day={Number(day)} beginning={beginning} />}
    </Guide>
  );
}

function OfTrip({ id, day, beginning }: { id: string; day: number; beginning: Beginning }) {
  const { data, error } = useCollectionQuery({ id });
  const group = data && groupsOf(data.items, daysOf(data)).find((each) => each.day === day);
  if (error !== undefined && data === undefined) {
    const { title, message } = asCallError(error);
    return (
      <StoredSheet kind="trip" beginning={beginning}>
        <Message title={title} text={message} />
      </StoredSheet>
    );
  }
  if (data === undefined) return <p className={styles.wait}>{texts.loading}</p>;
  if (group === undefined || group.stops.length === 0) return <NoDay id={id} />;
  return <OfDay collection={data} group={group} beginning={beginning} />;
}

interface Props {
  collection: Collection;
  group: DayGroup;
  beginning: Beginning;
}

function OfDay({ collection, group, beginning }: Props) {
  const { id, name, items } = collection;
  const ways = useKnownWays({ id }, collection);
  const find = useMemo(() => wayFinder(items, ways), [items, ways]);
  const loaded = useDetails(driveIdsOf(group.stops.map(({ item }) => item)));
  const { course, directions } = useMemo(() => {
    if (loaded === null) return { course: undefined, directions: null };
    const title = words.dayOf(name, dayName(group.day));
    const origin = `${collectionLink(id)}#${headOf(group.day)}`;
    return {
      course: guideOfDay({ title, origin }, group, loaded.drives, find),
      directions: courseOfDay(id, group, loaded.drives, find),
    };
  }, [loaded, id, name, group, find]);
  if (course === undefined) return <p className={styles.wait}>{texts.loading}</p>;
  // Without one of its drives, the guide would lead past it.
  if (loaded?.error !== undefined) {
    const { title, message } = asCallError(loaded.error);
    return (
      <StoredSheet kind="trip" beginning={beginning}>
        <Message title={title} text={message} />
      </StoredSheet>
    );
  }
  if (course === null) return <NoDay id={id} />;
  return <SheetOfCourse kind="trip" beginning={beginning} course={course} directions={directions} />;
}

function NoDay({ id }: { id: string }) {
  return (
    <Message {...words.noDay}>
      <Link to={collectionLink(id)}>{words.backTo.trip}</Link>
    </Message>
  );
}
