import { createHash } from 'node:crypto';
import { boundsOfPath } from '@switchback/geo/bounds';
import { type ElevatedPoint, encodeElevations } from '@switchback/geo/elevation';
import type { Bounds } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import type { DirectionLeg } from '@switchback/proto/drives/v1/drive';
import type { LineHeights } from '@switchback/proto/roads/v1/service';
import { type DerivedHeights, deriveHeights, type HeightsInput } from './derive-heights.js';
import type { SrtmTiles } from './srtm-tiles.js';

/**
 * Increase both by two to derive the heights of all drives again. Drives derived without tiles follow once there are
 * some. Those that missed a tile store a negative number instead, which stands for the tiles around them.
 */
const VERSIONS = { withoutTiles: 3, withTiles: 4 };
/** Limit for the legs of a route that is shown before it is saved. */
const LEG_POINTS_MAX = 20_000;
/** Heights of points up to 10 km apart. */
const CHARACTERS_PER_POINT_MAX = 8;

/** Heights of lines: from their tracks, the operator's tiles, and the router. */
export class Heights {
  /** Version of the heights that this process derives. */
  readonly version: number;

  /** @param tiles null if the operator has none. */
  constructor(readonly tiles: SrtmTiles | null) {
    this.version = tiles ? VERSIONS.withTiles : VERSIONS.withoutTiles;
  }

  /** Derives the heights of a line in this process. */
  async of(input: HeightsInput): Promise<LineHeights> {
    return this.answer(input.path, await deriveHeights(input, this.tiles));
  }

  /** Returns heights as they are sent, with the version that tells when to derive them again. */
  async answer(path: string, { elevation, profile, isComplete }: DerivedHeights): Promise<LineHeights> {
    const version = isComplete ? this.version : await this.tilesAround(boundsOfPath(decodePolyline(path)));
    return { elevation, profile: profile ?? undefined, version };
  }

  /** Returns whether to derive the heights of a line again, given the version of those that are stored. */
  async isDue(bounds: Bounds, version: number): Promise<boolean> {
    if (version >= 0) return version < this.version;
    return this.tiles !== null && version !== (await this.tilesAround(bounds));
  }

  /** Returns a negative number that stands for the tiles within bounds. */
  private async tilesAround(bounds: Bounds): Promise<number> {
    const names = (await this.tiles?.within(bounds)) ?? [];
    return -1 - (createHash('sha256').update(names.join()).digest().readUInt32LE() >>> 1);
  }

  /** Returns legs with the heights of the tiles; leaves legs that these do not cover, and long routes, as they are. */
  async alongLegs<Leg extends { path: ElevatedPoint[] }>(legs: readonly Leg[]): Promise<readonly Leg[]> {
    const { tiles } = this;
    if (!tiles || legs.reduce((sum, { path }) => sum + path.length, 0) > LEG_POINTS_MAX) return legs;
    return Promise.all(
      legs.map(async (leg) => {
        const heights = await tiles.heightsAt(leg.path);
        if (heights.includes(undefined)) return leg;
        return { ...leg, path: leg.path.map((point, index) => ({ ...point, elevation: heights[index] })) };
      }),
    );
  }

  /** Returns the encoded legs of a track with the heights of the tiles, like {@link alongLegs}, unless it has its own. */
  async alongTrack(legs: readonly DirectionLeg[]): Promise<readonly DirectionLeg[]> {
    const characters = legs.reduce((sum, { path }) => sum + path.length, 0);
    const hasOwn = legs.some(({ elevation }) => elevation !== undefined);
    if (!this.tiles || hasOwn || characters > LEG_POINTS_MAX * CHARACTERS_PER_POINT_MAX) return legs;
    const risen = await this.alongLegs(legs.map(({ path }) => ({ path: decodePolyline(path) })));
    return legs.map((leg, index) => ({ ...leg, elevation: encodeElevations(risen[index]!.path) || undefined }));
  }
}
