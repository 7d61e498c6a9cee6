import type { DriveSummary, Photo, Rankings } from '@switchback/contracts/resources/drive';
import { DURATION_SOURCES, PRIVACIES, PUBLICATION_STATUSES, TAG_CATEGORIES } from '@switchback/contracts/rules/drives';
import type * as proto from '@switchback/proto/drives/v1/drive';
import { present, word } from './values.js';

/**
 * A drive's summary as the contract has it. Every field is named: one that a side gains and the other lacks does not
 * compile, and what only travels between processes is never passed on, also where no schema strips the answer (ADR 3).
 * @throws Error when the message lacks what every drive has, or says a word the contract does not know.
 */
export function toSummary(drive: proto.DriveSummary): DriveSummary {
  return {
    id: drive.id,
    _rev: drive.rev,
    title: drive.title,
    description: drive.description,
    distance: drive.distance,
    duration: drive.duration,
    durationSource: word(DURATION_SOURCES, drive.durationSource),
    bounds: boundsOf(present(drive.bounds, 'bounds')),
    overviewPath: drive.overviewPath,
    photos: drive.photos.map(photoOf),
    tags: drive.tags.map(({ category, name }) => ({ category: word(TAG_CATEGORIES, category), name })),
    starRating: drive.starRating ?? null,
    intensityRating: drive.intensityRating ?? null,
    roadQualityRating: drive.roadQualityRating ?? null,
    trafficRating: drive.trafficRating ?? null,
    curviness: {
      value: drive.curviness?.value ?? null,
      perKilometer: drive.curviness?.perKilometer ?? null,
      enoughDetail: drive.curviness?.enoughDetail ?? false,
    },
    reviewCount: drive.reviewCount,
    startAddress: drive.startAddress,
    endAddress: drive.endAddress,
    startLocation: locationOf(present(drive.startLocation, 'startLocation')),
    endLocation: locationOf(present(drive.endLocation, 'endLocation')),
    countries: drive.countries.map(({ country, states }) => ({
      country: regionOf(present(country, 'country')),
      states: states.map(regionOf),
    })),
    statesOrProvinces: drive.countries.flatMap(({ states }) => states.map(regionOf)),
    created: {
      user: drive.creator ? { id: drive.creator.id, username: drive.creator.username } : null,
      at: drive.createdAt,
    },
    tier: drive.tier,
    privacy: word(PRIVACIES, drive.privacy),
    status: word(PUBLICATION_STATUSES, drive.status),
    official: drive.official,
    approximate: drive.approximate,
    rankings: rankingsOf(drive.rankings),
  };
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

function photoOf({ id, small, medium, large, original, description }: proto.Photo): Photo {
  return { id, small, medium, original, ...(large && { large }), ...(description && { description }) };
}

function rankingsOf(rankings: proto.Rankings | undefined): Rankings {
  const ranked = ({ id, name, topRanked }: proto.RankedRegion) => ({ id, name, topRanked });
  return {
    world: rankings?.world ?? false,
    countries: (rankings?.countries ?? []).map(({ country, states }) => ({
      country: ranked(present(country, 'ranked country')),
      states: states.map(ranked),
    })),
  };
}
