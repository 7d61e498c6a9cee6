import type { CountryAndStates, Location, Place, Region } from '@switchback/contracts/resources/geo';

/** `place` moves a map: cities first, also "35.6, -82.55"; `geoname` filters a list: countries, states, cities. */
export type PlaceKind = 'place' | 'geoname';

/**
 * One suggestion. `value` is opaque and stable across releases with the same data; resolve it with {@link
 * Places.place}.
 */
export interface PlaceHit {
  type: PlaceKind;
  label: string;
  value: string;
  /** Higher is better; see `relevanceOf`. */
  relevance: number;
  /** True if the text is the full name of the place, and of any regions it mentions. */
  exact: boolean;
}

/** The country and state that contain a point; `null` at sea, and for countries without states in the data. */
export interface PointRegions {
  country: Region | null;
  state: Region | null;
}

/**
 * Port to named places. Region ids are those of the countries-states-cities data set (United States = 233). Points are
 * WGS84 degrees.
 *
 * Methods that a remote engine might implement return promises; those computed for every drive on import do not.
 */
export interface Places {
  /**
   * Returns suggestions for partially typed text, best first, at most `limit`. Places close to `near`, and in its
   * country, rank higher, the latter before namesakes; small towns of other countries need whole words of their names. Ignores case and accents; tolerates one typo in words of five letters or more.
   */
  autocomplete(text: string, kind: PlaceKind, limit: number, near?: Location | null): Promise<PlaceHit[]>;
  /** Resolves a suggestion's `value` to its place; `null` for an unknown value. */
  place(value: string): Promise<Place | null>;
  /** Returns all countries by name, the United States first. */
  countries(): Promise<Region[]>;
  /** Returns the states of a country by name; empty for an unknown country. */
  states(countryId: number): Promise<Region[]>;
  /** Returns the cities of a state by name; empty if the state is not in the country. */
  cities(countryId: number, stateId: number): Promise<Region[]>;
  /** Returns the country and state that contain a point. */
  regionsOf(point: Location): PointRegions;
  /**
   * Returns countries and their states in the order in which a line first enters them. Omits stretches so short that
   * the generalization of a border may have caused them.
   */
  regionsAlong(path: readonly Location[]): CountryAndStates[];
  /** Returns the share, 0 to 1, of a line that runs through towns and cities. */
  settledShare(path: readonly Location[]): number;
  /** Returns the name of the town whose built-up area a point is within; '' outside of towns. */
  townAround(point: Location): string;
  /**
   * Returns the nearest sensible town, as "Asheville, North Carolina" in the United States and "Trento, Italy"
   * elsewhere; the remote county if there is one; '' at sea.
   */
  address(point: Location): string;
  /** Returns the county of a place of the United States that is more than ten miles from any town; '' of other places. */
  remoteCounty(point: Location): string;
}
