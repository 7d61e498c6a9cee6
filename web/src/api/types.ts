import type { Answer } from './asks.js';
import type { InputOf } from './base-query.js';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { CardField } from '@switchback/contracts/rules/card-fields';

/** Lists to which a person adds drives. */
export type MarkKind = 'save' | 'completed';

export type SearchAnswer = Answer<'searchDrives'>;

/** Number of drives that the query would find with one more choice. */
export type Facets = NonNullable<SearchAnswer['facets']>;

/** Fields of cards, the hover card and the map. `overviewPath` is missing if the search omitted it. */
export type DriveCardData = Pick<DriveSummary, 'id' | CardField> &
  Partial<Pick<DriveSummary, 'overviewPath' | 'description'>> & { passes?: LineDistance };

/** How near a drive passes to a place. */
export interface LineDistance {
  /** The place as the API's `from`. */
  from: string;
  meters: number;
}

/** The filters as query parameters of the API: search, clusters and lines accept the same ones. */
export type FilterName = Exclude<keyof InputOf<'clusterDrives', 'query'>, 'zoom'>;

export type ApiFilters = Readonly<Partial<Record<FilterName, string>>>;
