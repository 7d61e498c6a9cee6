import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { cardHash, driveCardOf } from '@switchback/platform/wire/drive-card';
import { DriveDetails, DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import { FakeCollections } from './fake-collections.js';

/** An empty message decodes to its defaults. */
const NOTHING = new Uint8Array();

/** Placeholder for the picture of every drive. */
export const PNG = 'PNG';

/** Returns a complete public official drive near Asheville; tests override the fields that matter. */
export function drive(overrides: Partial<DriveSummary> = {}): DriveSummary {
  return {
    ...DriveSummary.decode(NOTHING),
    id: 'd1',
    rev: 1,
    title: 'Blue Ridge Parkway',
    description: 'Ridges & valleys.',
    distance: 12_345.6,
    duration: 900,
    durationSource: 'estimated',
    bounds: { north: 35.6, east: -82.4, south: 35.5, west: -82.6 },
    overviewPath: '_p~iF~ps|U_ulLnnqC',
    curviness: { value: 420, perKilometer: 34, enoughDetail: true, degreesPerKm: 62.4 },
    gain: 640,
    startAddress: 'Asheville, North Carolina',
    endAddress: 'Cherokee, North Carolina',
    startLocation: { lat: 35.5, lng: -82.6 },
    endLocation: { lat: 35.6, lng: -82.4 },
    countries: [{ country: { id: 233, name: 'United States' }, states: [{ id: 1446, name: 'North Carolina' }] }],
    createdAt: '2026-01-02T03:04:05.000Z',
    tier: 'none',
    privacy: 'public',
    status: 'approved',
    official: true,
    ...overrides,
  };
}

/** Returns the details of a drive. */
export function details(summary: DriveSummary, overrides: Partial<DriveDetails> = {}): DriveDetails {
  const start = { label: summary.startAddress, location: summary.startLocation };
  const end = { label: summary.endAddress, location: summary.endLocation };
  const { path = summary.overviewPath } = overrides;
  return {
    ...DriveDetails.decode(NOTHING),
    summary,
    path,
    waypoints: [start, end],
    directions: {
      source: 'track',
      legs: [{ start, end, distance: summary.distance, duration: summary.duration, path }],
    },
    directionsSummary: 'I-40',
    elevation: {
      source: 'track',
      gain: 640,
      loss: 610,
      highest: 1_130,
      steepest: { from: 2_000, percent: 8.1 },
      profileMeters: [0, 12_346],
      profileHeights: [490, 1_130],
    },
    ...overrides,
  };
}

/** An in-memory drives service; visitors see only public drives. */
export class FakeDrives extends FakeCollections implements Rpc<DrivesService> {
  readonly calls: Call[] = [];
  /** While set, every call fails with it. */
  failure: Error | undefined;
  /** Product name on the cards, as in the real service. */
  product = 'Switchback';
  readonly #drives = new Map<string, DriveDetails>();

  add(summary: DriveSummary, overrides: Partial<DriveDetails> = {}): void {
    this.#drives.set(summary.id, details(summary, overrides));
  }

  #public(call: Call): DriveDetails[] {
    this.calls.push(call);
    if (this.failure) throw this.failure;
    return [...this.#drives.values()].filter(({ summary }) => summary?.privacy === 'public');
  }

  async #summaries(call: Call, limit = Infinity): Promise<DriveSummary[]> {
    return this.#public(call)
      .map(({ summary }) => summary as DriveSummary)
      .slice(0, limit);
  }

  async #one(id: string, call: Call): Promise<DriveDetails> {
    const found = this.#public(call).find(({ summary }) => summary?.id === id);
    if (!found) throw new ProductError('driveNotFound');
    return found;
  }

  getSummaries: Rpc<DrivesService>['getSummaries'] = async ({ ids }, call) => {
    const all = await this.#summaries(call);
    return { drives: ids.flatMap((id) => all.filter((summary) => summary.id === id)) };
  };
  getDetails: Rpc<DrivesService>['getDetails'] = async ({ id }, call) => ({ drive: await this.#one(id, call) });
  getDirections: Rpc<DrivesService>['getDirections'] = async ({ id }, call) => ({
    directions: (await this.#one(id, call)).directions,
  });
  getNearby: Rpc<DrivesService>['getNearby'] = async ({ limit }, call) => ({
    drives: await this.#summaries(call, limit),
  });
  getPopular: Rpc<DrivesService>['getPopular'] = async ({ limit }, call) => ({
    drives: await this.#summaries(call, limit),
  });
  getWorldRanking: Rpc<DrivesService>['getWorldRanking'] = async ({ limit }, call) => ({
    drives: (await this.#summaries(call, limit)).filter(({ rankings }) => rankings?.world),
  });
  getShares: Rpc<DrivesService>['getShares'] = async (_request, call) => {
    if (!call.caller) throw new ProductError('invalidSession');
    return { userIds: [] };
  };
  shareDrive: Rpc<DrivesService>['shareDrive'] = async ({ userIds }, call) => {
    if (!call.caller) throw new ProductError('invalidSession');
    return { title: '', userIds, added: userIds };
  };
  getSecretDrive: Rpc<DrivesService>['getSecretDrive'] = async (_request, call) => ({
    drive: await this.#one('d1', { ...call, caller: null }),
  });
  rankDrive: Rpc<DrivesService>['rankDrive'] = async ({ rankings }, call) => {
    if (!call.caller) throw new ProductError('invalidSession');
    if (call.caller?.accountType !== 'admin') throw new ProductError('notAllowed');
    return { rankings };
  };
  getStats: Rpc<DrivesService>['getStats'] = async (_request, call) => {
    const all = await this.#summaries(call);
    const sum = (figure: 'distance' | 'duration') => all.reduce((total, summary) => total + summary[figure], 0);
    return { count: all.length, distance: sum('distance'), duration: sum('duration'), states: 1, countries: 1 };
  };
  listPublished: Rpc<DrivesService>['listPublished'] = async ({ offset, limit }, call) => ({
    ids: (await this.#summaries(call))
      .map(({ id }) => id)
      .sort()
      .slice(offset, offset + limit),
  });
  /** Ids of the drives that cover roads, by the road's line. */
  readonly covering = new Map<string, string>();
  findCovering: Rpc<DrivesService>['findCovering'] = async ({ paths }) => ({
    driveIds: paths.map((path) => this.covering.get(path) ?? ''),
  });
  /** Plans one outing over each public drive. */
  planFromHere: Rpc<DrivesService>['planFromHere'] = async (_request, call) => ({
    plans: (await this.#summaries(call)).map(({ id, distance, duration, overviewPath: path }) => ({
      legs: [{ driveId: id, from: 0, to: distance, distance, duration, path }],
      distance,
      duration,
      degreesPerKm: 62.4,
      repeatedShare: 0,
      source: 'approximate',
      way: undefined,
    })),
    upgrade: false,
    note: '',
  });
  listStates: Rpc<DrivesService>['listStates'] = () => Promise.resolve({ states: [], nextPageToken: '' });
  getCard: Rpc<DrivesService>['getCard'] = async ({ id, hash }, call) => {
    const { summary } = await this.#one(id, call);
    const current = cardHash(driveCardOf(summary as DriveSummary, this.product));
    return { hash: current, png: Buffer.from(hash === current ? PNG : '') };
  };
}
