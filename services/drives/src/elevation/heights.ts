import { createHash } from 'node:crypto';
import { boundsOfPath } from '@switchback/geo/bounds';
import { type ElevatedPoint, encodeElevations } from '@switchback/geo/elevation';
import type { Bounds } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import type { DirectionLeg } from '@switchback/proto/drives/v1/drive';
import type { Drive, DriveRoute } from '../drive/drive.entity.js';
import { DERIVE_HEIGHTS, isLarge, runLineProgram, type Turn } from '../lines/line-program.js';
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

/** The columns that the heights of a line determine. */
export interface HeightColumns {
  drive: Pick<Drive, 'gain' | 'elevationVersion'>;
  route: Pick<DriveRoute, 'elevation' | 'profile'>;
}

/** Content whose heights are as its source gave them. */
interface Content {
  drive: Partial<Drive>;
  route: Pick<DriveRoute, 'path' | 'elevation'>;
}

/** Heights of lines: from their tracks, the operator's tiles, and the router. */
export class Heights {
  /** Version of the columns that this process derives. */
  readonly version: number;

  /** @param tiles null if the operator has none. */
  constructor(private readonly tiles: SrtmTiles | null) {
    this.version = tiles ? VERSIONS.withTiles : VERSIONS.withoutTiles;
  }

  /**
   * Derives the columns of a line; those of a large one in a child process.
   * @throws ProductError `tooManyRequests` if too many large lines of the person wait; the signal's reason.
   */
  async of(input: HeightsInput, turn?: Turn): Promise<HeightColumns> {
    const { elevation, profile, isComplete } = await this.derive(input, turn);
    const elevationVersion = isComplete
      ? this.version
      : await this.tilesAround(boundsOfPath(decodePolyline(input.path)));
    return {
      drive: { gain: profile?.gain ?? null, elevationVersion },
      route: { elevation, profile },
    };
  }

  /** Returns whether to derive the heights of a drive again, given what it stored. */
  async isDue({ elevationVersion, ...bounds }: Bounds & Pick<Drive, 'elevationVersion'>): Promise<boolean> {
    if (elevationVersion >= 0) return elevationVersion < this.version;
    return this.tiles !== null && elevationVersion !== (await this.tilesAround(bounds));
  }

  /** Returns a negative number that stands for the tiles within bounds. */
  private async tilesAround(bounds: Bounds): Promise<number> {
    const names = (await this.tiles?.within(bounds)) ?? [];
    return -1 - (createHash('sha256').update(names.join()).digest().readUInt32LE() >>> 1);
  }

  /**
   * Adds the columns of its heights to content.
   * @throws like {@link of}
   */
  async addTo<Given extends Content>(
    content: Given,
    source: Pick<HeightsInput, 'directionsSource' | 'approximate'>,
    turn?: Turn,
  ): Promise<Given & { route: HeightColumns['route'] }> {
    const { path, elevation } = content.route;
    const { drive, route } = await this.of({ path, elevation, ...source }, turn);
    return { ...content, drive: { ...content.drive, ...drive }, route: { ...content.route, ...route } };
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

  private derive(input: HeightsInput, turn: Turn | undefined): Promise<DerivedHeights> {
    const { path, elevation, directionsSource, approximate } = input;
    const hasSource = elevation !== '' || this.tiles !== null;
    if (!hasSource || !isLarge([path])) return deriveHeights(input, this.tiles);
    const given: HeightsInput = { path, elevation, directionsSource, approximate };
    return runLineProgram<DerivedHeights>(DERIVE_HEIGHTS, () => Promise.resolve([Buffer.from(JSON.stringify(given))]), {
      args: [this.tiles?.folder ?? ''],
      broken: { elevation, profile: null, isComplete: true },
      turn,
    });
  }
}
