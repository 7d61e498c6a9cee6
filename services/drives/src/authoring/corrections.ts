import { isDeepStrictEqual } from 'node:util';
import { CORRECTION_FIELDS, type CorrectionField } from '@switchback/contracts/rules/authoring';
import type { Drive, DriveRoute } from '../drive/drive.entity.js';
import type { AuthoredContent } from './authored-content.js';

type Line = Pick<DriveRoute, 'path' | 'waypoints' | 'pointsOfInterest'>;
interface Content {
  drive: Partial<Drive>;
  line: Line;
}

/** Stored values of each field. The order of tags and regions is no content. */
const VALUES: Readonly<Record<CorrectionField, (content: Content) => unknown>> = {
  title: ({ drive }) => drive.title,
  description: ({ drive }) => drive.description,
  tags: ({ drive }) => drive.tags?.map(({ category, name }) => `${category}:${name}`).toSorted(),
  starRating: ({ drive }) => drive.starRating,
  intensityRating: ({ drive }) => drive.intensityRating,
  roadQualityRating: ({ drive }) => drive.roadQualityRating,
  trafficRating: ({ drive }) => drive.trafficRating,
  countriesAndStates: ({ drive }) => [drive.countryIds?.toSorted(), drive.stateIds?.toSorted()],
  directions: ({ line }) => [line.path, places(line.waypoints)],
  pointsOfInterest: ({ line }) => places(line.pointsOfInterest),
};

/** Returns the fields in which new content differs from that of a drive. */
export function correctionsOf(current: DriveRoute, corrected: AuthoredContent): CorrectionField[] {
  const before = { drive: current.drive, line: current };
  return CORRECTION_FIELDS.filter((field) => !isDeepStrictEqual(VALUES[field](before), VALUES[field](corrected)));
}

function places(points: Line['pointsOfInterest']): object[] {
  return points.map(({ label, location, near }) => ({ label, lat: location?.lat, lng: location?.lng, near }));
}
