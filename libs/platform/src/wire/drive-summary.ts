import {
  type CurvinessFine,
  type DriveSummary,
  type Photo,
  type Rankings,
  SUMMARY_FIELDS,
  type Tag,
} from '@switchback/contracts/resources/drive';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { DURATION_SOURCES, PRIVACIES, PUBLICATION_STATUSES, TAG_CATEGORIES } from '@switchback/contracts/rules/drives';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { decodePolyline } from '@switchback/geo/polyline';
import type * as proto from '@switchback/proto/drives/v1/drive';
import { mapperOf } from './same-fields.js';
import { present, word } from './values.js';

/**
 * Converts a drive's summary to its form in the API contract. Never passes on internal fields, even if no schema strips
 * the response (ADR 3).
 * @throws Error if the message lacks a mandatory field, or contains a word unknown to the contract.
 */
export const toSummary = mapperOf<proto.DriveSummary, DriveSummary>(SUMMARY_FIELDS, null, {
  _rev: ({ rev }) => rev,
  durationSource: ({ durationSource }) => word(DURATION_SOURCES, durationSource),
  bounds: ({ bounds }) => boundsOf(present(bounds, 'bounds')),
  starReviewCount: ({ reviewCount, starReviewCount = reviewCount }) => starReviewCount,
  photos: ({ photos }) => photos.map(photoOf),
  tags: ({ tags }) => tags.map(tagOf),
  curviness: (drive) => curvinessOf(drive),
  startLocation: ({ startLocation }) => locationOf(present(startLocation, 'startLocation')),
  endLocation: ({ endLocation }) => locationOf(present(endLocation, 'endLocation')),
  countries: ({ countries }) => countriesOf(countries),
  statesOrProvinces: ({ countries }) => countries.flatMap(({ states }) => states.map(regionOf)),
  created: ({ creator, createdAt }) => ({
    user: creator ? { id: creator.id, username: creator.username } : null,
    at: createdAt,
  }),
  privacy: ({ privacy }) => word(PRIVACIES, privacy),
  status: ({ status }) => word(PUBLICATION_STATUSES, status),
  rankings: ({ rankings }) => rankingsOf(rankings),
});

/** Measures the overview of a drive that an older release stored. */
function curvinessOf({ curviness, overviewPath }: proto.DriveSummary): DriveSummary['curviness'] {
  const measured = curviness?.degreesPerKm ?? degreesPerKm(decodePolyline(overviewPath));
  return { band: bandOf(measured), degreesPerKm: measured };
}

/** Returns the weighted length of the curves; null if the line is too coarse. */
export function curvinessFineOf({ curviness }: proto.DriveSummary): CurvinessFine | null {
  const { value, perKilometer } = curviness ?? {};
  return value === undefined || perKilometer === undefined ? null : { value, perKilometer };
}

function boundsOf({ north, east, south, west }: proto.Bounds): DriveSummary['bounds'] {
  return { north, east, south, west };
}

function locationOf({ lat, lng }: proto.Location): DriveSummary['startLocation'] {
  return { lat, lng };
}

function regionOf({ id, name }: proto.Region) {
  return { id, name };
}

export function countriesOf(countries: readonly proto.CountryAndStates[]): DriveSummary['countries'] {
  return countries.map(({ country, states }) => ({
    country: regionOf(present(country, 'country')),
    states: states.map(regionOf),
  }));
}

export function tagOf({ category, name, source, meters }: proto.Tag): Tag {
  const known = { category: word(TAG_CATEGORIES, category), name };
  return { ...known, source: source === 'map' ? 'map' : 'author', ...(meters !== undefined && { meters }) };
}

export function photoOf({ id, small, medium, large, original, description }: proto.Photo): Photo {
  return { id, small, medium, original, ...(large && { large }), ...(description && { description }) };
}

export function rankingsOf(rankings: proto.Rankings | undefined): Rankings {
  const ranked = ({ id, name, topRanked }: proto.RankedRegion) => ({ id, name, topRanked });
  return {
    world: rankings?.world ?? false,
    countries: (rankings?.countries ?? []).map(({ country, states }) => ({
      country: ranked(present(country, 'ranked country')),
      states: states.map(ranked),
    })),
  };
}
