import type { Answer } from './asks.js';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { CardField } from '@switchback/contracts/rules/drives';

export type SearchAnswer = Answer<'searchDrives'>;

/** The fields that cards, hover card and map need. `overviewPath` is missing where the search left it out. */
export type DriveCardData = Pick<DriveSummary, 'id' | CardField> &
  Partial<Pick<DriveSummary, 'overviewPath' | 'description'>>;

/** The filters as the API takes them in a query string: search, clusters and lines read the same ones. */
export type FilterName =
  | 'q'
  | 'country'
  | 'states'
  | 'tags'
  | 'starRating'
  | 'duration'
  | 'distance'
  | 'intensityRating'
  | 'roadQualityRating'
  | 'trafficRating'
  | 'curviness'
  | 'geocode'
  | 'bounds'
  | 'ids'
  | 'private'
  | 'public'
  | 'saved'
  | 'completed'
  | 'shared';

export type ApiFilters = Readonly<Partial<Record<FilterName, string>>>;
