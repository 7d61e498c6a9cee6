import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '@switchback/contracts/errors';
import { NO_ROADS_NOTE, ROUTER_AWAY_NOTE } from '@switchback/contracts/rules/directions';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { encodeElevations, lineOfLegs, copyElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK, PLACES, STORAGE } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import { requireHero } from '@switchback/platform/rpc/hero';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Waypoint } from '@switchback/proto/drives/v1/drive';
import type { RouteResponse } from '@switchback/proto/roads/v1/service';
import type { ParseMapsUrlResponse, ReadRouteFileResponse } from '@switchback/proto/roads/v1/service';
import type { PlacedWaypoint } from '@switchback/tracks/waypoints/place-on-line';
import { labelOf, regionsOfLine } from '@switchback/platform/places/line-places';
import { Heights } from '../elevation/heights.js';
import { suggestedTags } from '../scenery/line-tags.js';
import { ApproximateRouter } from '../router/approximate-router.js';
import { readMapsUrl } from './maps-url.js';
import { placeUrlStops } from './maps-url-places.js';
import { followsTrack } from '../router/plausible.js';
import type { Stops, Track } from './read-track.js';
import { Roads, type Turn } from '../routing/roads.js';
import { type RouteFile, RouteFiles } from './route-file.js';
import { type Missing, type Routed } from '../router/router.js';
import { waitMsOf } from '../routing/wait.js';

/** Reasons why a route is approximate. Without road data, the spec prescribes the text. */
export const NOTES: Readonly<Record<Exclude<Missing, 'busy'>, string>> = {
  noRoads: NO_ROADS_NOTE,
  starting: 'Straight line: road data is still being prepared',
  away: ROUTER_AWAY_NOTE,
  late: 'Straight line: the router found no way in time',
};
const BUSY = 'Many routes are being computed. Please try again in a moment.';

export type Waiting = Pick<Call, 'caller' | 'deadlineMs' | 'signal'>;

/** A route with its waypoints, and a note for the person. */
export interface PlacedRoute {
  waypoints: readonly PlacedWaypoint[];
  routed: Routed;
  note: string;
}

/** Routes between waypoints, and from URLs and files. */
@Injectable()
export class Directions {
  private readonly approximate = new ApproximateRouter();
  private readonly files: RouteFiles;

  constructor(
    private readonly roads: Roads,
    @Inject(PLACES) private readonly places: Places,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'get' | 'delete'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    private readonly heights: Heights,
  ) {
    this.files = new RouteFiles(storage);
  }

  /**
   * @throws ProductError `upgradeNeeded`; `invalidInput` if the caller let malformed waypoints through;
   * `tooManyRequests` if too many routes are being computed; the signal's reason.
   */
  async route(stops: readonly Waypoint[], call: Waiting): Promise<RouteResponse> {
    return this.describe(await this.between(stops, call));
  }

  /** Finds the route between waypoints. @throws as {@link route} does. */
  async between(stops: readonly Waypoint[], call: Waiting): Promise<PlacedRoute> {
    const turn = this.turnOf(call);
    const waypoints = stops.flatMap(({ label, location }) => (location ? [{ label, location }] : []));
    if (waypoints.length < Math.max(2, stops.length) || waypoints.length > LIMITS.waypointsMax)
      throw new ProductError('invalidInput');
    const points = waypoints.map(({ location }) => location);
    const [routed, note] = await this.along(points, turn);
    return { waypoints, routed, note };
  }

  /**
   * @throws ProductError `upgradeNeeded`, `noDirectionsInUrl`; `invalidInput` under `url` for a shortened link or if it
   * is not a URL.
   */
  async parseUrl(url: string, caller: Caller | null): Promise<ParseMapsUrlResponse> {
    requireHero(caller);
    const stops = readMapsUrl(url);
    if (stops === null) throw refuseUrl('Entered URL is not valid', 'Please paste the whole address.');
    if (stops === 'shortened') {
      throw refuseUrl(
        'This link is shortened',
        'This link is shortened. Please open it and paste the long address that the browser then shows.',
      );
    }
    if (stops.length < 2) throw new ProductError('noDirectionsInUrl');
    return placeUrlStops(stops, this.places);
  }

  /** @throws ProductError `upgradeNeeded`, `routeFileUnreadable`; like {@link route} */
  async readFile(file: RouteFile, call: Waiting): Promise<ReadRouteFileResponse> {
    try {
      const person = requireHero(call.caller).userId;
      const read = await this.files.read(file, { person, signal: call.signal });
      const turn = this.turnOf(call);
      return 'track' in read ? await this.answerFile(read.track, turn) : await this.answerStops(read.stops, turn);
    } finally {
      await this.storage.delete(file.upload);
    }
  }

  private async answerFile(track: Track, turn: Turn): Promise<ReadRouteFileResponse> {
    const waypoints = track.waypoints.map((waypoint) => this.labelled(waypoint));
    const { title, description, pointsOfInterest, lines } = track;
    const roads = await this.roadsUnder(track, turn);
    const answer = roads
      ? await this.describe({ waypoints, routed: roads, note: '' })
      : await this.answerTrack(waypoints, track);
    return { ...answer, waypoints, title, description, pointsOfInterest, lines, note: track.notes.join(' ') };
  }

  private async answerStops({ stops, notes, ...texts }: Stops, turn: Turn): Promise<ReadRouteFileResponse> {
    const waypoints = stops.map((stop) => this.labelled(stop));
    const points = stops.map(({ location }) => location);
    const [routed, leading] = await this.along(points, turn);
    const answer = await this.describe({ waypoints, routed, note: leading });
    const said = [...notes, answer.note].filter(Boolean).join(' ');
    return { ...answer, ...texts, waypoints, lines: [], note: said };
  }

  private labelled<T extends PlacedWaypoint>(waypoint: T): T {
    return { ...waypoint, label: waypoint.label || labelOf(waypoint.location, this.places) };
  }

  /**
   * Returns the route, or straight legs and the reason for them.
   * @throws ProductError `tooManyRequests`: straight legs would be saved, although the route is known a moment later.
   */
  private async along(points: readonly LatLng[], turn: Turn): Promise<[Routed, note: string]> {
    const { routed, why } = await this.roads.route(points, turn);
    if (routed) return [routed, ''];
    if (why === 'busy') throw new ProductError('tooManyRequests', { message: BUSY });
    return [await this.approximate.route(points), NOTES[why]];
  }

  /** @throws ProductError `upgradeNeeded` */
  turnOf({ caller, deadlineMs, signal }: Waiting): Turn {
    const { userId: person } = requireHero(caller);
    return { lane: 'editor', person, signal, waitMs: waitMsOf(deadlineMs, this.clock) };
  }

  /** Returns the roads that a track followed; null if there is no router or the track leaves the roads. */
  private async roadsUnder({ path, isWhole, waypoints, legs }: Track, turn: Turn): Promise<Routed | null> {
    // A router would also bridge the gaps between parts.
    if (!isWhole || !this.roads.canMatch) return null;
    const line = decodePolyline(path);
    const breaks = waypoints.map(({ pathIndex }) => pathIndex);
    const { routed } = await this.roads.match(line, breaks, turn);
    if (!routed || !followsTrack(routed, line, breaks)) return null;
    const risen = routed.legs.map((leg, at) => ({ ...leg, path: copyElevations(leg.path, lineOfLegs([legs[at]!])) }));
    return { ...routed, legs: risen };
  }

  /** Returns a track as recorded. Its legs are already encoded: it may have 200,000 points. */
  private async answerTrack(waypoints: readonly PlacedWaypoint[], { legs, sketch }: Track): Promise<RouteResponse> {
    const ends = waypoints.map(pointOf);
    const risen = await this.heights.alongTrack(legs);
    const placed = risen.map((leg, index) => ({ ...leg, start: ends[index], end: ends[index + 1] }));
    return {
      directions: { source: 'track', legs: placed },
      note: '',
      countries: regionsOfLine(sketch, this.places),
      tags: suggestedTags(sketch),
    };
  }

  /** Adds heights, and the facts about the line. */
  async describe({ waypoints, routed: { source, legs: given }, note }: PlacedRoute): Promise<RouteResponse> {
    const legs = source === 'approximate' ? given : await this.heights.alongLegs(given);
    const directions = {
      source,
      legs: legs.map(({ path, distanceMeters, durationSeconds, maneuvers }, index) => ({
        start: pointOf(waypoints[index]!),
        end: pointOf(waypoints[index + 1]!),
        distance: distanceMeters,
        duration: durationSeconds,
        path: encodePolyline(path),
        elevation: encodeElevations(path) || undefined,
        maneuvers: maneuvers && { items: maneuvers },
      })),
    };
    // A repeated point would mark the end of a part.
    const line = withoutRepeats(legs.flatMap(({ path }) => path));
    return {
      directions,
      note,
      countries: regionsOfLine(line, this.places),
      tags: suggestedTags(line),
    };
  }
}

/** Returns a refusal whose sentence stands next to the field and in the error itself. */
function refuseUrl(title: string, message: string): ProductError {
  const { code, type } = ERRORS.invalidInput;
  return new ProductError('invalidInput', { title, message, fields: { url: { title, message, code, type } } });
}

const pointOf = ({ label, location }: PlacedWaypoint) => ({ label, location });
