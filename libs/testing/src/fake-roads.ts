import { encodePolyline } from '@switchback/geo/polyline';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import type { Elevation, Maneuver } from '@switchback/proto/drives/v1/drive';
import type {
  FindStopsRequest,
  LineTag,
  ListRoadsRequest,
  MeasureLineRequest,
  Region,
  Road,
  RoadsService,
  Stop,
} from '@switchback/proto/roads/v1/service';
import { legsBetween, refuseFree } from './fake-authoring.js';

type Method<Name extends keyof RoadsService> = Rpc<RoadsService>[Name];

/** A roads service with one road between any two places, where every line has the same heights and scenery. */
export class FakeRoads implements Rpc<RoadsService> {
  /** While it is true, every call fails. */
  isAway = false;
  /** Calls for a route, and the lines to measure, in order. */
  readonly calls: Call[] = [];
  readonly lines: MeasureLineRequest[] = [];
  /** Along every line. */
  maneuvers: Maneuver[] | undefined;
  /** Whether the router does not answer now. */
  isLate = false;
  profile: Elevation | undefined;
  tags: LineTag[] = [];
  settledShare = 0;
  versions = { heights: 3, scenery: 1, maneuvers: 1 };
  areLoopsAvailable = true;
  region: Region | undefined;
  /** Roads of the region, and the last area that was listed. */
  roads: Road[] = [exampleRoad()];
  listed: ListRoadsRequest | undefined;
  /** Stops along every line, and the last request for them. */
  stops: Stop[] = [exampleStop()];
  soughtStops: FindStopsRequest | undefined;
  /** Whether no line follows roads. */
  isOffRoads = false;

  route: Method<'route'> = async ({ waypoints }, call) => {
    this.answer();
    refuseFree(call);
    this.calls.push(call);
    const legs = waypoints.slice(1).map((end, index) => {
      const start = waypoints[index]!;
      return { start, end, distance: 45_000, duration: 2_400, path: encodePolyline([start.location!, end.location!]) };
    });
    return { directions: { source: 'valhalla', legs }, note: '', countries: [], tags: [] };
  };
  findChoices: Method<'findChoices'> = async ({ waypoints }, call) => {
    const route = await this.route({ waypoints, taste: undefined }, call);
    const figures = { distance: 45_000, duration: 2_400, degreesPerKm: 40, motorwayShare: 0.2, towns: ['Asheville'] };
    return { choices: [{ taste: 'fastest', route, ...figures }] };
  };
  routeWays: Method<'routeWays'> = async ({ gaps }, call) => {
    this.answer();
    this.calls.push(call);
    const road = { distance: 45_000, duration: 2_400, path: '_mxxE~xtvN~xfAfib@', approximate: false };
    return { ways: gaps.map((gap) => ({ ...gap, ...road })) };
  };
  findLoops: Method<'findLoops'> = async () => {
    this.answer();
    return { plans: [], available: this.areLoopsAvailable, note: '' };
  };
  parseMapsUrl: Method<'parseMapsUrl'> = async (_request, call) => {
    refuseFree(call);
    return {
      waypoints: [
        { label: 'Asheville', location: { lat: 35.6, lng: -82.55 } },
        { label: 'Nowhere', location: undefined },
      ],
      note: '',
    };
  };
  readRouteFile: Method<'readRouteFile'> = async (_request, call) => {
    refuseFree(call);
    const stops = [placed('Asheville', 35.6, -82.55), placed('Brevard', 35.23, -82.73)];
    const texts = { title: 'Ridge run', description: '', note: '' };
    return {
      waypoints: stops,
      directions: legsBetween(stops),
      countries: [],
      tags: [],
      ...texts,
      pointsOfInterest: [],
      lines: [],
    };
  };
  findManeuvers: Method<'findManeuvers'> = async ({ paths }) => {
    this.answer();
    return {
      lines: paths.map(() => ({ maneuvers: this.maneuvers && { items: this.maneuvers }, isLate: this.isLate })),
    };
  };
  snapToRoads: Method<'snapToRoads'> = async ({ directions }, { caller }) => {
    this.answer();
    if (!isStaff(caller)) throw new ProductError('notAllowed');
    if (this.isOffRoads) throw new ProductError('lineOffRoads');
    const { legs } = directions!;
    const route = { directions: { source: 'valhalla', legs }, note: '', countries: [], tags: [] };
    return { route, movedMax: 120, movedMean: 14 };
  };
  measureLine: Method<'measureLine'> = async (request) => {
    this.answer();
    this.lines.push(request);
    const { profile, tags, settledShare, versions } = this;
    const { elevation, heights, scenery } = request;
    return {
      heights: heights ? { elevation, profile, version: versions.heights } : undefined,
      scenery: scenery ? { tags, settledShare, degreesPerKm: 60, version: versions.scenery } : undefined,
    };
  };
  checkLines: Method<'checkLines'> = async ({ lines }) => {
    this.answer();
    const { heights, scenery, maneuvers } = this.versions;
    const heightsDue = lines.map(({ heightsVersion }) => heightsVersion < heights);
    return { heightsVersion: heights, sceneryVersion: scenery, maneuversVersion: maneuvers, heightsDue };
  };
  getRegion: Method<'getRegion'> = async () => {
    this.answer();
    return { region: this.region };
  };

  listRoads: Method<'listRoads'> = async (request) => {
    this.answer();
    this.listed = request;
    return { roads: this.roads.slice(0, request.limit), total: this.roads.length };
  };
  findStops: Method<'findStops'> = async (request) => {
    this.answer();
    this.soughtStops = request;
    return { stops: this.stops };
  };
  getRoad: Method<'getRoad'> = async ({ id }) => {
    this.answer();
    const road = this.roads.find((one) => one.id === id);
    if (!road) throw new ProductError('roadNotFound');
    const directions = legsBetween([placed('Canillo', 42.56, 1.6), placed('Ordino', 42.55, 1.53)]);
    return { road, route: { directions, note: '', countries: road.countries, tags: [] } };
  };

  private answer(): void {
    if (this.isAway) throw new ProductError('unavailable');
  }
}

function placed(label: string, lat: number, lng: number) {
  return { label, location: { lat, lng } };
}

/** Returns a charger next to a line. */
export function exampleStop(changes: Partial<Stop> = {}): Stop {
  return {
    id: 'n7',
    kind: 'charger',
    name: 'Feda',
    location: { lat: 42.56, lng: 1.6 },
    along: 1_200,
    off: 40,
    hours: '24/7',
    sockets: ['CCS', 'Type 2'],
    ...changes,
  };
}

/** Returns a road of a region. */
export function exampleRoad(changes: Partial<Road> = {}): Road {
  return {
    id: 'road1',
    name: "Carretera Coll d'Ordino",
    ref: 'CS-340',
    distance: 9_800,
    curviness: { degreesPerKm: 235.7, value: 7_715, perKilometer: 787, enoughDetail: true },
    hairpins: 8,
    surface: 'asphalt',
    unpaved: false,
    countries: [{ country: { id: 6, name: 'Andorra' }, states: [{ id: 493, name: 'Canillo' }] }],
    bounds: { north: 42.57, east: 1.6, south: 42.54, west: 1.53 },
    path: encodePolyline([
      { lat: 42.56, lng: 1.6 },
      { lat: 42.55, lng: 1.53 },
    ]),
    ...changes,
  };
}
