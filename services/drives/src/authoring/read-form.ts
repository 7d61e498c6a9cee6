import { type ApiError, ERRORS } from '@switchback/contracts/errors';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import { type AccountType } from '@switchback/contracts/rules/accounts';
import { type AuthoringFault, completenessFaults, titleFault } from '@switchback/contracts/rules/authoring';
import { isTag, type Privacy, type TagCategory } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import type { Places } from '@switchback/platform/places/places';
import type { DriveForm } from '@switchback/proto/drives/v1/service';
import type { Drive } from '../drive/drive.entity.js';
import type { DriveTag } from '@switchback/tracks/features/feature-properties';
import { oneLine, paragraphs } from '@switchback/tracks/features/plain-text';
import type { PlacedWaypoint } from '@switchback/tracks/waypoints/place-on-line';
import { readCountries } from './read-countries.js';
import { placeAll } from '../lines/place-waypoints.js';

/** A checked form, in the terms of the database. */
export interface ReadForm {
  privacy: Privacy;
  fields: Pick<
    Drive,
    'title' | 'description' | 'starRating' | 'intensityRating' | 'roadQualityRating' | 'trafficRating'
  > & { tags: DriveTag[] };
  /** Null: the regions that the line crosses. */
  countries: CountryAndStates[] | null;
  waypoints: PlacedWaypoint[];
  pointsOfInterest: PlacedWaypoint[];
}

/** Facts known before the form is read. */
export interface Present {
  /** Whether the drive already has a line or the form brings one. */
  hasLine: boolean;
  /** Title of a drive that is already public: it may keep it, even an imported one that breaks the rules. */
  heldTitle: string | null;
}

/**
 * Checks a form against the rules of its privacy and the person's account.
 * @throws ProductError `invalidInput` with each fault under its field.
 */
export async function readForm(
  form: DriveForm,
  accountType: AccountType,
  places: Places,
  { hasLine, heldTitle }: Present,
): Promise<ReadForm> {
  const privacy: Privacy = form.privacy === 'public' ? 'public' : 'private';
  const [title, description] = [oneLine(form.title), paragraphs(form.description)];
  const read = await readCountries(form.countries, places);
  const { countries } = read;
  const missing = completenessFaults({ privacy, title, description, countries, hasDirections: hasLine }, accountType);
  const faults = { ...missing, ...read.faults };
  const isHeldToRule = privacy === 'public' && title !== '' && title !== heldTitle;
  const unfit = isHeldToRule ? titleFault(title) : null;
  if (unfit) faults['title'] = unfit;
  const tags = tagsOf(form);
  if (tags === null)
    faults['tags'] = { title: 'Tags do not fit', message: 'Please choose tags of the list, each once.' };
  const [waypoints, pointsOfInterest] = await Promise.all([
    placeAll(form.waypoints, places, LIMITS.waypointsMax),
    placeAll(form.pointsOfInterest, places, LIMITS.pointsOfInterestMax),
  ]);
  const waypointFault = waypoints.fault ?? (waypoints.points.length === 1 ? 'A drive needs a start and an end.' : null);
  if (waypointFault) faults['waypoints'] = { title: 'Waypoints do not fit', message: waypointFault };
  if (pointsOfInterest.fault)
    faults['pointsOfInterest'] = { title: 'Points of interest do not fit', message: pointsOfInterest.fault };
  if (Object.keys(faults).length > 0) throw refuseForm(faults);
  const { starRating, intensityRating, roadQualityRating, trafficRating } = form;
  return {
    privacy,
    fields: {
      title,
      description,
      tags: tags ?? [],
      starRating: starRating ?? null,
      intensityRating: intensityRating ?? null,
      roadQualityRating: roadQualityRating ?? null,
      trafficRating: trafficRating ?? null,
    },
    countries: countries.length === 0 ? null : countries.map(({ country, states }) => ({ country, states })),
    waypoints: waypoints.points,
    pointsOfInterest: pointsOfInterest.points,
  };
}

/** Returns a refusal with faults next to the fields of the editor. */
export function refuseForm(faults: Readonly<Record<string, AuthoringFault>>): ProductError {
  const { code, type } = ERRORS.invalidInput;
  const fields: ApiError['fields'] = Object.fromEntries(
    Object.entries(faults).map(([field, { title, message }]) => [field, { title, message, code, type }]),
  );
  return new ProductError('invalidInput', { message: 'Please address all of the indicated errors', fields });
}

/** Returns null if a tag is unknown or occurs twice. */
function tagsOf({ tags }: DriveForm): DriveTag[] | null {
  const names = new Set(tags.map(({ category, name }) => `${category}:${name}`));
  const known = tags.flatMap(({ category, name }) =>
    isTag(category, name) ? [{ category: category as TagCategory, name }] : [],
  );
  return names.size === tags.length && known.length === tags.length ? known : null;
}
