import type { Answer } from './asks.js';
import type { InputOf } from './base-query.js';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { CardField } from '@switchback/contracts/rules/drives';

export type SearchAnswer = Answer<'searchDrives'>;

/** The fields that cards, hover card and map need. `overviewPath` is missing where the search left it out. */
export type DriveCardData = Pick<DriveSummary, 'id' | CardField> &
  Partial<Pick<DriveSummary, 'overviewPath' | 'description'>>;

/** The filters as the API takes them in a query string: search, clusters and lines read the same ones. */
export type FilterName = Exclude<keyof InputOf<'clusterDrives', 'query'>, 'zoom'>;

export type ApiFilters = Readonly<Partial<Record<FilterName, string>>>;
