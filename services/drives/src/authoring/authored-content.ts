import type { Places } from '@switchback/platform/places/places';
import type { DriveRoute, Drive } from '../drive.entity.js';
import { contentOf } from '../drive-content.js';
import type { MeasuredRoute } from './measure-route.js';
import type { ReadForm } from './read-form.js';
import { titleKey } from './title.js';

type Line = Pick<DriveRoute, 'path' | 'waypoints' | 'pointsOfInterest' | 'directionsSummary' | 'directionsSource'>;

export interface AuthoredContent {
  drive: Partial<Drive>;
  line: Line;
  zOrder: number;
}

/**
 * What a form and a measured route make of a drive.
 * @param route null: the line of `seen` stays.
 * @throws TypeError when there is neither.
 */
export function contentOfForm(
  form: ReadForm,
  route: MeasuredRoute | null,
  places: Places,
  seen: DriveRoute | null,
): AuthoredContent {
  const { fields, countries, pointsOfInterest } = form;
  const said = { ...fields, titleKey: titleKey(fields.title), ...(countries && regionsOf(countries)) };
  if (route) {
    const { drive, route: line, zOrder } = contentOf({ ...route, ...NOT_IMPORTED, ...fields }, places);
    const waypoints = route.waypoints.map((waypoint, index) => ({
      ...waypoint,
      label: waypoint.label || (line.waypoints[index === 0 ? 0 : line.waypoints.length - 1]?.label ?? ''),
    }));
    const directionsSource = route.source === 'approximate' || route.source === 'track' ? null : route.source;
    return {
      drive: { ...drive, contentHash: null, approximate: route.source === 'approximate', ...said },
      line: { ...line, waypoints, pointsOfInterest, directionsSource },
      zOrder,
    };
  }
  if (!seen) throw new TypeError('A drive needs a line.');
  const { path, waypoints, directionsSummary, directionsSource, drive } = seen;
  return {
    drive: said,
    line: { path, waypoints, directionsSummary, directionsSource, pointsOfInterest },
    zOrder: drive.zOrder,
  };
}

/** What a file would have said beside the line. */
const NOT_IMPORTED = { key: '', claimedStates: [], notes: [], contentHash: '' };

function regionsOf(countries: NonNullable<ReadForm['countries']>): Partial<Drive> {
  return {
    countries,
    countryIds: countries.map(({ country }) => country.id),
    stateIds: countries.flatMap(({ states }) => states.map(({ id }) => id)),
  };
}
