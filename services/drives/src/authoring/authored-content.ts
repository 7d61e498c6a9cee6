import { decodePolyline } from '@switchback/geo/polyline';
import type { Places } from '@switchback/platform/places/places';
import type { CountryAndStates } from '@switchback/proto/drives/v1/drive';
import type { DriveRoute, Drive } from '../drive/drive.entity.js';
import { regionsOfLine } from '@switchback/platform/places/line-places';
import { mapTagColumns, retaggedColumns } from '../tags/map-tags.js';
import type { MeasuredContent } from '../content/measured-content.js';
import type { ReadForm } from './read-form.js';
import { titleKey } from '../drive/title-key.js';

type Line = Pick<
  DriveRoute,
  'path' | 'elevation' | 'profile' | 'waypoints' | 'pointsOfInterest' | 'directionsSummary' | 'directionsSource'
>;

export interface AuthoredContent {
  drive: Partial<Drive>;
  line: Line;
  zOrder: number;
}

/**
 * Returns the columns of a drive that its form and route determine.
 * @param route null keeps the line of `present`.
 * @throws TypeError if both are null.
 */
export function contentOfForm(
  form: ReadForm,
  route: MeasuredContent | null,
  places: Places,
  current: DriveRoute | null,
): AuthoredContent {
  const { fields, countries, pointsOfInterest } = form;
  const input = { ...fields, titleKey: titleKey(fields.title) };
  if (route) {
    const { content, directionsSource, approximate } = route;
    const { drive: measured, route: line, zOrder } = content;
    return {
      drive: {
        ...measured,
        ...input,
        ...(countries && regionColumns(countries)),
        ...mapTagColumns(route.scenery, fields),
        approximate,
      },
      line: { ...line, pointsOfInterest, directionsSource },
      zOrder,
    };
  }
  if (!current) throw new TypeError('A drive needs a line.');
  const { path, elevation, profile, waypoints, directionsSummary, directionsSource, drive } = current;
  return {
    drive: {
      ...input,
      ...regionColumns(countries ?? regionsOfLine(decodePolyline(path), places)),
      ...retaggedColumns(drive, fields),
    },
    line: { path, elevation, profile, waypoints, directionsSummary, directionsSource, pointsOfInterest },
    zOrder: drive.zOrder,
  };
}

function regionColumns(countries: CountryAndStates[]): Partial<Drive> {
  return {
    countries,
    countryIds: countries.flatMap(({ country }) => country?.id ?? []),
    stateIds: countries.flatMap(({ states }) => states.map(({ id }) => id)),
  };
}
