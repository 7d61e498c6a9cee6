import type { searchDrives } from '@switchback/contracts/endpoints/search';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { CardField } from '@switchback/contracts/rules/drives';

/** What a call of the contract answers, without bringing its schema (and zod) into the bundle. */
export type AnswerOf<E extends { answer: { _output: unknown } }> = E['answer']['_output'];

export type SearchAnswer = AnswerOf<typeof searchDrives>;

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
