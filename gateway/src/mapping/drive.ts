import type { DriveDetails, DriveSummary, Directions, Photo, Rankings } from '@switchback/contracts/resources/drive';
import {
  DIRECTIONS_SOURCES,
  DURATION_SOURCES,
  PRIVACIES,
  PUBLICATION_STATUSES,
  TAG_CATEGORIES,
} from '@switchback/contracts/rules/drives';
import type * as proto from '@switchback/proto/drives/v1/drive';
import { present, word } from './proto-values.js';

/** A drive's summary for the browser. Numbers the service left out are null. */
export function toSummary(drive: proto.DriveSummary): DriveSummary {
  const { rev, durationSource, creator, createdAt, ...same } = drive;
  return {
    ...same,
    _rev: rev,
    durationSource: word(DURATION_SOURCES, durationSource),
    bounds: present(drive.bounds, 'bounds'),
    photos: drive.photos.map(toPhoto),
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
    startLocation: present(drive.startLocation, 'startLocation'),
    endLocation: present(drive.endLocation, 'endLocation'),
    countries: drive.countries.map(({ country, states }) => ({ country: present(country, 'country'), states })),
    statesOrProvinces: drive.countries.flatMap(({ states }) => states),
    created: { user: creator ?? null, at: createdAt },
    privacy: word(PRIVACIES, drive.privacy),
    status: word(PUBLICATION_STATUSES, drive.status),
    rankings: toRankings(drive.rankings),
  };
}

/** A whole drive for the browser; what only some may know is left out when there is none of it. */
export function toDetails(drive: proto.DriveDetails): DriveDetails {
  return {
    ...toSummary(present(drive.summary, 'summary')),
    path: drive.path,
    waypoints: drive.waypoints.map((waypoint) => toWaypoint(waypoint)),
    pointsOfInterest: drive.pointsOfInterest.map((waypoint) => toWaypoint(waypoint)),
    directions: toDirections(present(drive.directions, 'directions')),
    directionsSummary: drive.directionsSummary,
    ...(drive.privateShares.length > 0 && { privateShares: drive.privateShares }),
    ...(Object.keys(drive.changeRequest).length > 0 && { changeRequest: drive.changeRequest }),
  };
}

export function toDirections({ source, legs }: proto.Directions): Directions {
  return {
    source: word(DIRECTIONS_SOURCES, source),
    legs: legs.map((leg) => ({ ...leg, start: toWaypoint(leg.start), end: toWaypoint(leg.end) })),
  };
}

function toWaypoint(waypoint: proto.Waypoint | undefined) {
  const { label, location } = present(waypoint, 'waypoint');
  return { label, location: present(location, 'location') };
}

function toPhoto({ large, description, ...photo }: proto.Photo): Photo {
  return { ...photo, ...(large && { large }), ...(description && { description }) };
}

function toRankings(rankings: proto.Rankings | undefined): Rankings {
  return {
    world: rankings?.world ?? false,
    countries: (rankings?.countries ?? []).map(({ country, states }) => ({
      country: present(country, 'ranked country'),
      states,
    })),
  };
}
