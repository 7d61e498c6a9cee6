import type { Collection } from '@switchback/contracts/resources/collection';
import { daysOf } from '@switchback/contracts/rules/collections';
import { decodePolyline } from '@switchback/geo/polyline';
import { collectionsApi } from '../../../api/collections-api.js';
import { collectionLink } from '../../../lib/collections/collection-link.js';
import { loadDetails } from '../../../lib/drives/use-details.js';
import { deleteCourse, storeCourse, storedCourses } from '../../../lib/offline/courses.js';
import { addToMap, tilesOver } from '../../../lib/offline/offline-map.js';
import { openMap, prepareMap } from '../../../lib/offline/streets/offline-maps.js';
import type { AppDispatch } from '../../../lib/store/store.js';
import { driveGuideTexts } from '../../../texts/drive-guide.js';
import { guideOfDay } from './day-guide.js';
import { driveIdsOf } from './items/driven.js';
import { dayName } from './items/place-text.js';
import { groupsOf, headOf, wayFinder } from './items/plan-days.js';
import { tripId } from './trip-id.js';

interface Trip {
  userId: string;
  collection: Collection;
  dispatch: AppDispatch;
  /** Address of the street tiles; null if there are none. */
  archiveUrl: string | null | undefined;
}

/**
 * Stores each day of a trip as the guide follows it, then the map along all of them.
 * @throws if a drive or the ways could not be loaded, as the guide would lead past them
 */
export async function storeTrip({ userId, collection, dispatch, archiveUrl }: Trip): Promise<void> {
  const { id, name, items, _rev: rev } = collection;
  const { initiate } = collectionsApi.endpoints.ways;
  const ways = items.length > 1 ? await dispatch(initiate({ source: { id }, rev }, { subscribe: false })).unwrap() : [];
  const find = wayFinder(items, ways);
  const { drives, error } = await loadDetails(dispatch, [...new Set(driveIdsOf(items))]);
  if (error !== undefined) throw new Error('A drive could not be loaded.', { cause: error });
  const courses = groupsOf(items, daysOf(collection)).flatMap((group) => {
    const title = driveGuideTexts.dayOf(name, dayName(group.day));
    const origin = `${collectionLink(id)}#${headOf(group.day)}`;
    const course = group.day === null ? null : guideOfDay({ title, origin }, group, drives, find);
    return course === null ? [] : [{ page: `${tripId(id)}/${group.day}`, course }];
  });
  const pages = new Set(courses.map(({ page }) => page));
  for (const { page } of await storedCourses(userId))
    if (page.startsWith(`${tripId(id)}/`) && !pages.has(page)) await deleteCourse({ userId, page });
  for (const { page, course } of courses)
    await storeCourse({ userId, page, kind: 'trip', course, rev, storedAt: Date.now() });
  await addToMap(await tilesOver(courses.map(({ course }) => course.bounds)));
  await openMap(userId, tripId(id));
  const lines = courses.map(({ course }) => decodePolyline(course.path));
  if (archiveUrl) await prepareMap({ userId, id: tripId(id), title: name, lines }, archiveUrl);
}
