import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { degreesPerKm } from '@switchback/geo/heading-change';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { PLACES } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import { settledShareOf } from '../drive-content.js';
import type { Drive, DriveRoute } from '../drive.entity.js';
import { estimateDurationSeconds } from '../import/estimate-duration.js';
import { type Derived, DriveUpgrade } from '../upgrade/drive-upgrade.js';
import { lineTags } from './line-tags.js';
import { mapTagColumns, SCENERY_VERSION } from './map-tags.js';

/** Takes half a second at most. */
const BATCH = 25;

/** Derives the tags and estimated durations of drives that an older release stored. */
@Injectable()
export class SceneryUpgrade {
  readonly version = SCENERY_VERSION;

  constructor(
    @Inject(PLACES) private readonly places: Places,
    private readonly upgrade: DriveUpgrade,
  ) {}

  /** Derives tags and durations of the next drives after an id, see {@link DriveUpgrade.next}. */
  deriveNext(after: string): Promise<string | null> {
    const derive = (route: DriveRoute) => this.derive(route);
    return this.upgrade.next({ column: 'scenery_version', version: this.version, batch: BATCH, derive }, after);
  }

  private derive({ drive, path }: DriveRoute): Derived {
    const line = decodePolyline(path);
    const columns = { ...mapTagColumns(lineTags(line), drive), duration: this.durationOf(drive, line) };
    const isSame = isDeepStrictEqual(columns.mapTags, drive.mapTags) && columns.duration === drive.duration;
    return { drive: columns, isChanged: !isSame };
  }

  /** Keeps the duration of an author's straight legs, which their form showed. */
  private durationOf(drive: Drive, line: readonly LatLng[]): number {
    if (drive.importKey === null || drive.durationSource !== 'estimated') return drive.duration;
    const measured = { distanceMeters: drive.distance, degreesPerKm: drive.degreesPerKm ?? degreesPerKm(line) };
    return estimateDurationSeconds(measured, settledShareOf(line, this.places));
  }
}
