import type { DriveForm } from '@switchback/contracts/endpoints/authoring';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { Region } from '@switchback/contracts/resources/geo';
import {
  AUTHORING_FAULTS,
  type AuthoringFault,
  completenessFaults,
  titleFault,
} from '@switchback/contracts/rules/authoring';
import { emptyIfBlank, isBlank } from '@switchback/contracts/rules/blank';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { DriveFields } from '../../lib/drives/drive-fields.js';
import type { RouteEditor } from './route-editor.js';

export type Faults = Readonly<Partial<Record<string, AuthoringFault>>>;

export function fieldsOf(drive: DriveDetails): DriveFields {
  const { title, description, tags, countries, starRating, intensityRating, roadQualityRating, trafficRating } = drive;
  return {
    title,
    description,
    tags: tags.filter(({ source }) => source !== 'map').map(({ category, name }) => ({ category, name })),
    countries,
    isPublic: drive.privacy === 'public',
    starRating,
    intensityRating,
    roadQualityRating,
    trafficRating,
  };
}

/** @param rev revision of the drive as loaded; null overwrites any revision. */
export function formOf(fields: DriveFields, route: RouteEditor, rev: number | null): DriveForm {
  const { isPublic, title, tags, countries, ...said } = fields;
  return {
    ...said,
    title: title.trim(),
    privacy: isPublic ? 'public' : 'private',
    tags: [...tags],
    countries: countries.map(({ country, states }) => ({ country, states })),
    waypoints: route.waypoints,
    pointsOfInterest: route.pointsOfInterest,
    directions: directionsOf(route),
    _rev: rev,
  };
}

function directionsOf({ directions }: RouteEditor): DriveForm['directions'] {
  return directions && { source: directions.source, legs: directions.legs };
}

export interface Rest {
  hasDirections: boolean;
  /** Null until the photos have loaded. */
  photoCount: number | null;
}

/** Returns the faults that prevent sending the drive, by field. */
export function faultsOf(
  fields: DriveFields,
  { hasDirections, photoCount }: Rest,
  accountType: AccountType,
  hasStates: (country: Region) => boolean,
): Faults {
  const { isPublic, title, description, countries } = fields;
  const missing = completenessFaults(
    {
      privacy: isPublic ? 'public' : 'private',
      title: emptyIfBlank(title.trim()),
      description: emptyIfBlank(description.trim()),
      hasDirections,
      countries: countries.map(({ country, states }) => ({ states, hasStates: hasStates(country) })),
    },
    accountType,
  );
  const unfit = isPublic && !isBlank(title) ? titleFault(title) : null;
  const needsPhoto = isPublic && accountType !== 'admin' && photoCount === 0;
  return {
    ...missing,
    ...(unfit && { title: unfit }),
    ...(needsPhoto && { photos: AUTHORING_FAULTS.photoRequired }),
  };
}
