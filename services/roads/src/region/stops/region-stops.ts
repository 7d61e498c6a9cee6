import { Inject, Injectable } from '@nestjs/common';
import { STOPS_MAX } from '@switchback/contracts/rules/region';
import { decodePolyline } from '@switchback/geo/polyline';
import { LOGGER, STORAGE } from '@switchback/platform/nest/tokens';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { FindStopsRequest, FindStopsResponse } from '@switchback/proto/roads/v1/service';
import type { MapStop } from './map-stop.js';
import { PlaceGrid } from './stops-along.js';
import { STOPS_FILE } from './stops-file.js';

/** Assumed speed on the way to a stop and back. */
const METERS_PER_SECOND = 13;

/** The stops of the region, in memory. */
@Injectable()
export class RegionStops {
  #grid = new PlaceGrid<MapStop>([]);

  constructor(
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'get'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Loads the stops of an archive, or none without one. A damaged file leaves the region without stops. */
  async load(source: string | null): Promise<void> {
    this.#grid = new PlaceGrid(source === null ? [] : await this.#read(source));
  }

  /** Returns the stops next to a line in its order; of too many, those that are nearest to it. @throws PolylineError */
  async find({ path, kinds, withinSeconds }: FindStopsRequest): Promise<FindStopsResponse> {
    const maxMeters = (withinSeconds * METERS_PER_SECOND) / 2;
    const found = await this.#grid.beside(decodePolyline(path), maxMeters);
    const chosen = found.filter(({ place }) => kinds.length === 0 || kinds.includes(place.kind));
    const nearest = new Set(chosen.toSorted((a, b) => a.off - b.off).slice(0, STOPS_MAX));
    const stops = chosen.filter((stop) => nearest.has(stop));
    return {
      stops: stops.map(({ place: { id, kind, name, lat, lng, hours, sockets }, along, off }) => ({
        id,
        kind,
        name: name ?? '',
        location: { lat, lng },
        along: Math.round(along),
        off: Math.round(off),
        hours: hours ?? '',
        sockets: sockets ?? [],
      })),
    };
  }

  async #read(source: string): Promise<MapStop[]> {
    try {
      return await STOPS_FILE.readStored(source, this.storage);
    } catch (error) {
      this.logger.warn({ error }, 'The stops of the region cannot be read; npm run region builds them again.');
      return [];
    }
  }
}
