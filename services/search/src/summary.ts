import { createHash } from 'node:crypto';
import { SUMMARY_FIELDS, type DriveSummary, type Photo } from '@switchback/contracts/resources/drive';
import type * as proto from '@switchback/proto/drives/v1/drive';

/** The summary as the contract has it. A field that one side gains and the other lacks does not compile. */
export function toContract(drive: proto.DriveSummary): DriveSummary {
  return {
    id: drive.id,
    _rev: drive.rev,
    title: drive.title,
    description: drive.description,
    distance: drive.distance,
    duration: drive.duration,
    durationSource: drive.durationSource as DriveSummary['durationSource'],
    bounds: boundsOf(required(drive.bounds, drive)),
    overviewPath: drive.overviewPath,
    photos: drive.photos.map(photoOf),
    tags: drive.tags.map(({ category, name }) => ({
      category: category as DriveSummary['tags'][number]['category'],
      name,
    })),
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
    startLocation: locationOf(required(drive.startLocation, drive)),
    endLocation: locationOf(required(drive.endLocation, drive)),
    countries: drive.countries.map(({ country, states }) => ({
      country: regionOf(required(country, drive)),
      states: states.map(regionOf),
    })),
    statesOrProvinces: drive.countries.flatMap(({ states }) => states.map(regionOf)),
    created: {
      user: drive.creator ? { id: drive.creator.id, username: drive.creator.username } : null,
      at: drive.createdAt,
    },
    tier: drive.tier,
    privacy: drive.privacy as DriveSummary['privacy'],
    status: drive.status as DriveSummary['status'],
    official: drive.official,
    approximate: drive.approximate,
    rankings: rankingsOf(drive),
  };
}

/**
 * 8 URL-safe characters (48 bits of SHA-256) over the drive's encoded fields, its id among them: they change whenever one
 * of them does.
 */
export function hashOf(encodedSummary: string): string {
  return createHash('sha256').update(encodedSummary).digest('base64url').slice(0, 8);
}

/** The encoded summary reduced to some fields, in the contract's order whatever order was asked for, and id. */
export function pickFields(encodedSummary: string, fields: readonly string[]): string {
  const summary = JSON.parse(encodedSummary) as Record<string, unknown>;
  const wanted = new Set([...fields, 'id']);
  const names = SUMMARY_FIELDS.filter((name) => wanted.has(name));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, summary[name]])));
}

/** What every drive has and the wire cannot insist on. @throws TypeError naming the drive. */
function required<T>(value: T | undefined, drive: proto.DriveSummary): T {
  if (value === undefined) throw new TypeError(`The state of drive ${drive.id} is not whole.`);
  return value;
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

function rankingsOf(drive: proto.DriveSummary): DriveSummary['rankings'] {
  const ranked = ({ id, name, topRanked }: proto.RankedRegion) => ({ id, name, topRanked });
  return {
    world: drive.rankings?.world ?? false,
    countries: (drive.rankings?.countries ?? []).map(({ country, states }) => ({
      country: ranked(required(country, drive)),
      states: states.map(ranked),
    })),
  };
}
