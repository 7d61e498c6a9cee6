/** Page of a collection; the path continues with its id. */
export const COLLECTION_PAGE = '/collection';
/** Page of a person's own collections, and of those shared with them. */
export const COLLECTIONS_PAGE = '/collections';
/** Page of a collection's secret link; the secret is in the URL fragment. */
export const SECRET_COLLECTION_PAGE = '/secret-collection';

/** The next drive starts where the last one ended, if the gap is shorter: there is no way between them. */
export const WAY_METERS_MIN = 200;

/** The fields that make a collection a trip. */
export interface TripDays {
  /** YYYY-MM-DD. */
  start: string | null;
  days: number | null;
}

export function isTrip({ start, days }: TripDays): boolean {
  return start !== null || days !== null;
}

/** Returns the number of days of a trip: a trip with only a start lasts one day. */
export function daysOf({ start, days }: TripDays): number {
  return days ?? (start === null ? 0 : 1);
}
