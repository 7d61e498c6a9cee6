import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { CARD_FIELDS } from '@switchback/contracts/rules/card-fields';
import type { DriveCardData } from '../api/types.js';

const UNKNOWN = Object.fromEntries(CARD_FIELDS.map((field) => [field, null])) as unknown as Omit<DriveCardData, 'id'>;

/** A drive as a search returns it, with overrides. */
export function drive(over: Partial<DriveCardData> & { id: string }): DriveCardData {
  return {
    ...UNKNOWN,
    title: `Drive ${over.id}`,
    distance: 16_093,
    duration: 3_600,
    durationSource: 'given',
    bounds: { north: 35.2, east: -82, south: 35, west: -82.4 },
    overviewPath: '_p~iF~ps|U_ulLnnqC_mqNvxq`@',
    photos: [],
    tags: [{ category: 'environment', name: 'mountain', source: 'author' }],
    starRating: 4.5,
    reviewCount: 12,
    starReviewCount: over.reviewCount ?? 12,
    startAddress: 'Asheville, North Carolina',
    endAddress: 'Boone, North Carolina',
    startLocation: { lat: 35.1, lng: -82.2 },
    countries: [],
    statesOrProvinces: [{ id: 1447, name: 'North Carolina' }],
    curviness: { band: 'winding', degreesPerKm: 62.4 },
    gain: null,
    official: true,
    approximate: false,
    rankings: { world: false, countries: [] },
    created: { user: null, at: '2026-01-01T00:00:00.000Z' },
    privacy: 'public',
    status: 'approved',
    ...over,
  };
}

/** The same drive as the details call returns it; without a line, as jsdom draws no map. */
export function driveDetails(over: Partial<DriveDetails> & { id: string }): DriveDetails {
  return {
    ...drive(over),
    _rev: 1,
    description: 'A road along the ridge.',
    overviewPath: '',
    endLocation: { lat: 36, lng: -81.6 },
    intensityRating: 7,
    roadQualityRating: null,
    trafficRating: 2.5,
    tier: 'public',
    path: '',
    waypoints: [waypoint('Asheville', { lat: 35.6, lng: -82.5 }), waypoint('Boone', { lat: 36.2, lng: -81.7 })],
    pointsOfInterest: [],
    directions: { source: 'track', legs: [] },
    directionsSummary: '',
    authorRatings: [],
    isPrivate: false,
    reviews: [],
    elevation: null,
    curvinessFine: { value: 4_000, perKilometer: 250 },
    ...over,
  };
}

function waypoint(label: string, location: { lat: number; lng: number }) {
  return { label, location, value: { location } };
}
