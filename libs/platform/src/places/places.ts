import type { CountryAndStates, Location, Place, Region } from '@switchback/contracts/resources/geo';

/** `place` moves a map: cities first, also "35.6, -82.55"; `geoname` filters a list: countries, states, cities. */
export type PlaceKind = 'place' | 'geoname';

/** One suggestion. `value` is opaque, stable across releases of the same data, and taken back by {@link Places.place}. */
export interface PlaceHit {
  type: PlaceKind;
  label: string;
  value: string;
  /** Higher first; see `relevanceOf`. */
  relevance: number;
  /** Whether the text is a whole name of the place, and of the regions it names. */
  exact: boolean;
}

/** The country and state a point lies in; `null` at sea, and where the data knows no states. */
export interface PointRegions {
  country: Region | null;
  state: Region | null;
}

/**
 * What the product knows about named places. Region ids are those of the countries-states-cities data set
 * (United States = 233). Points are WGS84 degrees.
 *
 * What a remote engine may have to be asked for is a promise; what is computed for every drive on import is not.
 */
export interface Places {
  /**
   * Suggestions for what a person has typed so far, best first, at most `limit`. What lies near `near` gains by it.
   * Case and accents do not count; one typo is tolerated in words of five letters or more.
   */
  autocomplete(text: string, kind: PlaceKind, limit: number, near?: Location | null): Promise<PlaceHit[]>;
  /** The place behind a suggestion's `value`; `null` for a value nobody handed out. */
  place(value: string): Promise<Place | null>;
  /** Every country by name, the United States first. */
  countries(): Promise<Region[]>;
  /** The states of a country by name; empty for an unknown country. */
  states(countryId: number): Promise<Region[]>;
  /** The cities of a state by name; empty when the state is not in the country. */
  cities(countryId: number, stateId: number): Promise<Region[]>;
  /** The country and state that contain a point. */
  regionsOf(point: Location): PointRegions;
  /**
   * Countries and their states in the order a line first enters them. Stretches too short to be told from the
   * generalization of a border are left out.
   */
  regionsAlong(path: readonly Location[]): CountryAndStates[];
  /** The nearest sensible town, as "Asheville, North Carolina" in the United States and "Trento, Italy" elsewhere; '' at sea. */
  address(point: Location): string;
}
