import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { boundsIntersect, expandBounds } from '@switchback/geo/bounds';
import { distanceToLineMeters } from '@switchback/geo/line-distance';
import { lineCrossesBounds } from '@switchback/geo/lines';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { ProductError } from '@switchback/platform/errors';
import { LOGGER, PLACES, STORAGE } from '@switchback/platform/nest/tokens';
import { labelOf, regionsOfLine } from '@switchback/platform/places/line-places';
import type { Places } from '@switchback/platform/places/places';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { CountryAndStates } from '@switchback/proto/drives/v1/drive';
import type { GetRoadResponse, ListRoadsRequest, ListRoadsResponse, Road } from '@switchback/proto/roads/v1/service';
import { estimateDurationSeconds } from '@switchback/tracks/features/estimate-duration';
import { type Stretch, stretchesOf } from '../../choices/stretches.js';
import { Heights } from '../../elevation/heights.js';
import { suggestedTags } from '../../scenery/line-tags.js';
import type { CurvyRoad } from './curvy-road.js';
import { ROADS_FILE } from './roads-file.js';

/** Lines that are compared with an area before other work gets its turn: about 10 ms. */
const AT_ONCE = 200;
/** Roads whose stretches a way may lead over, and those that are cut before other work gets its turn. */
const STRETCHED_MAX = 300;
const STRETCHED_AT_ONCE = 10;

interface LoadedRoad extends CurvyRoad {
  box: Bounds;
  /** Computed once the road is first listed. */
  countries?: CountryAndStates[];
  /** Computed once a way may lead over the road. */
  stretches?: readonly Stretch[];
}

/** The curviest roads of the region, in memory. */
@Injectable()
export class RegionRoads {
  /** The curviest first. */
  #roads: readonly LoadedRoad[] = [];
  #byId: ReadonlyMap<string, LoadedRoad> = new Map();

  constructor(
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'get'>,
    @Inject(PLACES) private readonly places: Places,
    private readonly heights: Heights,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Loads the roads of an archive, or none without one. A damaged file leaves the map without roads. */
  async load(source: string | null): Promise<void> {
    this.use(source === null ? [] : await this.#read(source));
  }

  /** @param roads the curviest first. */
  use(roads: readonly CurvyRoad[]): void {
    this.#roads = roads.map((road): LoadedRoad => {
      const [north, east, south, west] = road.bounds;
      return { ...road, box: { north, east, south, west } };
    });
    this.#byId = new Map(this.#roads.map((road) => [road.id, road]));
  }

  /**
   * Returns the roads whose line crosses a box, or comes near a place; the curviest first.
   * @throws ProductError `invalidInput` without either.
   */
  async list({ bounds, near, proximity, limit, unpaved }: ListRoadsRequest): Promise<ListRoadsResponse> {
    const within = bounds ? inBox(bounds) : near ? nearPlace(near, proximity) : null;
    if (!within) throw new ProductError('invalidInput');
    const found: LoadedRoad[] = [];
    let compared = 0;
    for (const road of this.#roads) {
      if ((road.isUnpaved && !unpaved) || !boundsIntersect(road.box, within.box)) continue;
      compared += 1;
      if (compared % AT_ONCE === 0) await setImmediate();
      if (within.meets(decodePolyline(road.overview))) found.push(road);
    }
    const roads: Road[] = [];
    for (const road of found.slice(0, limit)) {
      if (!road.countries) await setImmediate();
      roads.push(this.#answer(road));
    }
    return { roads, total: found.length };
  }

  /** Returns the stretches of the curviest roads in a box. */
  async stretchesWithin(box: Bounds, unpaved: boolean): Promise<Stretch[]> {
    const stretches: Stretch[] = [];
    let roads = 0;
    for (const road of this.#roads) {
      if (roads === STRETCHED_MAX) break;
      if ((road.isUnpaved && !unpaved) || !boundsIntersect(road.box, box)) continue;
      roads += 1;
      if (!road.stretches && roads % STRETCHED_AT_ONCE === 0) await setImmediate();
      const isTown = (place: LatLng) => this.places.townAround(place) !== '';
      road.stretches ??= stretchesOf(road.id, decodePolyline(road.path), isTown);
      for (const stretch of road.stretches) stretches.push(stretch);
    }
    return stretches;
  }

  /** @throws ProductError `roadNotFound` */
  async get(id: string): Promise<GetRoadResponse> {
    const road = this.#byId.get(id);
    if (!road) throw new ProductError('roadNotFound');
    const line = decodePolyline(road.path);
    const duration = estimateDurationSeconds(road, road.settledShare);
    const [start, end] = [line[0]!, line.at(-1)!].map((location) => {
      return { label: labelOf(location, this.places), location };
    });
    const { distanceMeters: distance, path } = road;
    const legs = await this.heights.alongTrack([{ start, end, distance, duration, path }]);
    return {
      road: this.#answer(road),
      route: {
        directions: { source: 'track', legs: [...legs] },
        note: '',
        countries: this.#countriesOf(road),
        tags: suggestedTags(line),
      },
    };
  }

  async #read(source: string): Promise<CurvyRoad[]> {
    try {
      return await ROADS_FILE.readStored(source, this.storage);
    } catch (error) {
      this.logger.warn({ error }, 'The roads of the region cannot be read; npm run region builds them again.');
      return [];
    }
  }

  #answer(road: LoadedRoad): Road {
    const { id, hairpins, degreesPerKm, curvesMeters: value, distanceMeters: distance } = road;
    return {
      id,
      name: road.name ?? '',
      ref: road.ref ?? '',
      distance,
      curviness: { degreesPerKm, value, perKilometer: value / (distance / 1_000), enoughDetail: true },
      hairpins,
      surface: road.surface ?? '',
      unpaved: road.isUnpaved,
      countries: this.#countriesOf(road),
      bounds: road.box,
      path: road.overview,
    };
  }

  #countriesOf(road: LoadedRoad): CountryAndStates[] {
    return (road.countries ??= regionsOfLine(decodePolyline(road.overview), this.places));
  }
}

interface Within {
  box: Bounds;
  meets: (line: readonly LatLng[]) => boolean;
}

function inBox(box: Bounds): Within {
  return { box, meets: (line) => lineCrossesBounds(line, box) };
}

function nearPlace(place: LatLng, meters: number): Within {
  const point = { north: place.lat, south: place.lat, west: place.lng, east: place.lng };
  return { box: expandBounds(point, meters), meets: (line) => distanceToLineMeters(line, place) <= meters };
}
