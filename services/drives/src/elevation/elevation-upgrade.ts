import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { DriveRoute } from '../drive.entity.js';
import { type Derived, DriveUpgrade } from '../upgrade/drive-upgrade.js';
import type { Outdated } from '../upgrade/drive-upgrade.sql.js';
import { Heights } from './heights.js';

/** Takes half a second at most, unless it has large lines. */
const BATCH = 10;

/** Derives the heights of drives that an older release stored, or one without tiles that there are now. */
@Injectable()
export class ElevationUpgrade {
  constructor(
    private readonly heights: Heights,
    private readonly upgrade: DriveUpgrade,
  ) {}

  get version(): number {
    return this.heights.version;
  }

  /** Derives the heights of the next drives after an id, see {@link DriveUpgrade.next}. */
  deriveNext(after: string): Promise<string | null> {
    const derive = (route: DriveRoute) => this.derive(route);
    const isDue = ({ version, ...bounds }: Outdated) => this.heights.isDue({ ...bounds, elevationVersion: version });
    const derivation = { column: 'elevation_version', version: this.version, batch: BATCH, isDue, derive } as const;
    return this.upgrade.next(derivation, after);
  }

  private async derive(route: DriveRoute): Promise<Derived> {
    const { path, elevation, directionsSource, profile } = route;
    const { approximate } = route.drive;
    const columns = await this.heights.of({ path, elevation, directionsSource, approximate });
    const derived = { elevation: columns.route.elevation, profile: asStored(columns.route.profile) };
    return { ...columns, isChanged: !isDeepStrictEqual(derived, { elevation, profile }) };
  }
}

/** Returns a profile as it is read back: without fields that are undefined. */
function asStored(profile: DriveRoute['profile']): unknown {
  return JSON.parse(JSON.stringify(profile)) as unknown;
}
