import type { Tag } from '@switchback/contracts/resources/drive';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import type { ReviewAxis } from '@switchback/contracts/rules/reviews';

/** A tag as an author chooses it; those of the map are not the author's to edit. */
export type ChosenTag = Pick<Tag, 'category' | 'name'>;

/** Editable fields of a drive other than its route. */
export type DriveFields = Record<ReviewAxis, number | null> & {
  title: string;
  isPublic: boolean;
  description: string;
  tags: readonly ChosenTag[];
  countries: readonly CountryAndStates[];
};

export const EMPTY_FIELDS: DriveFields = {
  title: '',
  isPublic: false,
  description: '',
  tags: [],
  countries: [],
  starRating: null,
  intensityRating: null,
  roadQualityRating: null,
  trafficRating: null,
};
