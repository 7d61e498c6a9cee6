import { systemClock } from '@switchback/platform/clock';
import { Suspension } from '@switchback/platform/db/suspensions';
import { EventFactory } from '@switchback/platform/events/event';
import { driveSubmissionsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { Places } from '@switchback/platform/places/places';
import type { Caller } from '@switchback/platform/rpc/call';
import { DriveForm, type SavedDrive } from '@switchback/proto/drives/v1/service';
import { fakePlaces } from '@switchback/testing/fake-places';
import { outboxOfTopic } from '@switchback/testing/outbox';
import { encodePolyline } from '@switchback/geo/polyline';
import type { LatLng } from '@switchback/geo/location';
import { CollectionSubmissions } from '../collections/collection-submissions.js';
import { Drive, Owner } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { DriveOwners } from '../copies/drive-owners.js';
import { LineFacts } from '../roads/line-facts.js';
import { Routes } from '../roads/routes.js';
import { callOf, openDrives, type OpenedDrives } from '../drives.fixture.js';
import { Authoring } from './authoring.service.js';
import { DriveSubmissions } from './submissions.js';

export const ANN: Caller = { userId: 'ann', accountType: 'hero' };
export const BOB: Caller = { userId: 'bob', accountType: 'hero' };
export const FREE: Caller = { userId: 'free', accountType: 'free' };
export const [STAFF, OTHER_STAFF] = ['staff', 'other-staff'].map((userId): Caller => ({
  userId,
  accountType: 'admin',
})) as [Caller, Caller];

/** The default line of a form. */
export const LINE: readonly LatLng[] = [
  { lat: 35.5, lng: -82.5 },
  { lat: 35.52, lng: -82.48 },
  { lat: 35.6, lng: -82.4 },
];

export const UNITED_STATES = { id: 233, name: 'United States' };
const MONACO = { id: 145, name: 'Monaco' };
const STATES = [
  { id: 1446, name: 'North Carolina' },
  { id: 1427, name: 'Virginia' },
];

/** Returns a made-up map: a country with states, one without, and one named place. */
export function authoringPlaces(): Places {
  const location = LINE[0]!;
  const viewport = { north: 36, east: -82, south: 35, west: -83 };
  return {
    ...fakePlaces(),
    countries: () => Promise.resolve([UNITED_STATES, MONACO]),
    states: (id) => Promise.resolve(id === UNITED_STATES.id ? STATES : []),
    place: (value) =>
      Promise.resolve(
        value === 'city:1'
          ? { label: 'Asheville', location, viewport, country: UNITED_STATES, state: null, city: null, town: null }
          : null,
      ),
  };
}

export interface OpenedAuthoring extends OpenedDrives {
  authoring: Authoring;
  owners: DriveOwners;
  /** Returns how many times a route was requested. */
  routed: () => number;
  /** Returns the published submission events, oldest first. */
  submissions: () => Promise<ReturnType<typeof driveSubmissionsTopic.codec.decode>[]>;
}

/** Opens Authoring on a real database; routes between waypoints are straight. */
export async function openAuthoring(url: string): Promise<OpenedAuthoring> {
  const places = authoringPlaces();
  const drives = await openDrives(url, places);
  const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });
  const events = new DriveEvents(factory);
  const submissions = new DriveSubmissions(factory, systemClock);
  const { roads } = drives;
  const routes = new Routes(async () => roads, places);
  const facts = new LineFacts(async () => roads);
  const ownerTables = [drives.source.getRepository(Owner), drives.source.getRepository(Suspension)] as const;
  const parts = [
    drives.source.getRepository(Drive),
    places,
    routes,
    events,
    submissions,
    systemClock,
    randomIds,
    facts,
  ] as const;
  return {
    ...drives,
    authoring: new Authoring(...parts),
    owners: new DriveOwners(...ownerTables, events, submissions, new CollectionSubmissions(factory, systemClock)),
    routed: () => roads.calls.length,
    submissions: () => outboxOfTopic(drives.source, driveSubmissionsTopic),
  };
}

/** Directions along lines, with wrong distance and duration claims. */
export function directionsOf(...lines: (readonly LatLng[])[]): NonNullable<DriveForm['directions']> {
  const legs = lines.map((line) => ({
    start: { label: '', location: line[0] },
    end: { label: '', location: line.at(-1) },
    distance: 1,
    duration: 900,
    path: encodePolyline(line),
  }));
  return { source: 'valhalla', legs };
}

/** Returns a form that may be submitted. */
export function formOf(overrides: Partial<DriveForm> = {}): DriveForm {
  return {
    ...DriveForm.decode(new Uint8Array()),
    title: 'Tail of the Dragon',
    description: 'Through the hills.',
    privacy: 'private',
    tags: [{ category: 'environment', name: 'mountain' }],
    countries: [{ country: { id: 233, name: '' }, states: [{ id: 1446, name: '' }] }],
    directions: directionsOf(LINE),
    ...overrides,
  };
}

/** Creates a drive. */
export function createdBy(
  { authoring }: OpenedAuthoring,
  caller: Caller,
  overrides: Partial<DriveForm> = {},
): Promise<SavedDrive> {
  return authoring.create({ form: formOf(overrides), idempotency: undefined }, callOf(caller));
}
