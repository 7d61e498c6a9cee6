import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Call } from '@switchback/platform/rpc/call';
import {
  type CheckLinesRequest,
  type FindChoicesRequest,
  type FindLoopsRequest,
  type FindManeuversRequest,
  type FindStopsRequest,
  type GetRoadRequest,
  type ListRoadsRequest,
  type MeasureLineRequest,
  type ParseMapsUrlRequest,
  type ReadRouteFileRequest,
  RoadsServiceDefinition,
  type RouteRequest,
  type RouteWaysRequest,
  type SnapToRoadsRequest,
} from '@switchback/proto/roads/v1/service';
import { Choices } from './choices/choices.js';
import { Directions } from './directions/directions.service.js';
import { LineManeuvers } from './lines/line-maneuvers.js';
import { LineMeasures } from './lines/line-measures.js';
import { RoadSnaps } from './directions/road-snaps.js';
import { Loops } from './loops/loops.js';
import { Regions } from './region/regions.js';
import { RegionRoads } from './region/roads/region-roads.js';
import { RegionStops } from './region/stops/region-stops.js';
import { Ways } from './routing/ways.js';

/** RPC interface of the roads service. */
@RpcController(RoadsServiceDefinition)
export class RoadsRpc {
  constructor(
    private readonly directions: Directions,
    private readonly choices: Choices,
    private readonly ways: Ways,
    private readonly loops: Loops,
    private readonly lines: LineMeasures,
    private readonly maneuvers: LineManeuvers,
    private readonly snaps: RoadSnaps,
    private readonly regions: Regions,
    private readonly regionRoads: RegionRoads,
    private readonly regionStops: RegionStops,
  ) {}

  route({ waypoints, taste }: RouteRequest, call: Call) {
    return taste === undefined ? this.directions.route(waypoints, call) : this.choices.one(waypoints, taste, call);
  }

  findChoices(request: FindChoicesRequest, call: Call) {
    return this.choices.find(request, call);
  }

  async routeWays({ gaps, turnsOf }: RouteWaysRequest, call: Call) {
    return { ways: await this.ways.across(gaps, turnsOf, call) };
  }

  findLoops(request: FindLoopsRequest, call: Call) {
    return this.loops.find(request, call);
  }

  parseMapsUrl({ url }: ParseMapsUrlRequest, { caller }: Call) {
    return this.directions.parseUrl(url, caller);
  }

  readRouteFile(file: ReadRouteFileRequest, call: Call) {
    return this.directions.readFile(file, call);
  }

  measureLine(request: MeasureLineRequest, call: Call) {
    return this.lines.measure(request, call);
  }

  findManeuvers(request: FindManeuversRequest, call: Call) {
    return this.maneuvers.find(request, call);
  }

  snapToRoads(request: SnapToRoadsRequest, call: Call) {
    return this.snaps.snap(request, call);
  }

  async checkLines(request: CheckLinesRequest) {
    return { ...(await this.lines.check(request)), maneuversVersion: this.maneuvers.version };
  }

  getRegion() {
    return Promise.resolve({ region: this.regions.get() });
  }

  listRoads(request: ListRoadsRequest) {
    return this.regionRoads.list(request);
  }

  getRoad({ id }: GetRoadRequest) {
    return this.regionRoads.get(id);
  }

  findStops(request: FindStopsRequest) {
    return this.regionStops.find(request);
  }
}
