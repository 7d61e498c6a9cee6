import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { PLACES } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import type { Drive, DriveRoute } from '../drive.entity.js';
import { DERIVE_SCENERY, isLarge, runLineProgram } from '../line-program.js';
import { type Derived, DriveUpgrade } from '../upgrade/drive-upgrade.js';
import { type LineScenery, type SceneryInput, sceneryOf } from './line-scenery.js';
import { mapTagColumns, SCENERY_VERSION } from './map-tags.js';

/** Takes half a second at most, unless it has large lines. */
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

  private async derive({ drive, path }: DriveRoute): Promise<Derived> {
    const scenery = await this.sceneryOf({ path, estimated: estimatedOf(drive) });
    if (!scenery) return { drive: { sceneryVersion: this.version }, isChanged: false };
    const columns = { ...mapTagColumns(scenery.tags, drive), duration: scenery.durationSeconds ?? drive.duration };
    const isSame = isDeepStrictEqual(columns.mapTags, drive.mapTags) && columns.duration === drive.duration;
    return { drive: columns, isChanged: !isSame };
  }

  /** Derives the facts about a large line in a child process; null if they cannot be derived. */
  private async sceneryOf(input: SceneryInput): Promise<LineScenery | null> {
    if (!isLarge([input.path])) return sceneryOf(input, this.places);
    const open = () => Promise.resolve([Buffer.from(JSON.stringify(input))]);
    return runLineProgram<LineScenery | null>(DERIVE_SCENERY, open, { broken: null });
  }
}

/** Returns no measures of an author's straight legs: they keep the duration that their form showed. */
function estimatedOf({ importKey, durationSource, distance, degreesPerKm }: Drive): SceneryInput['estimated'] {
  if (importKey === null || durationSource !== 'estimated') return null;
  return { distanceMeters: distance, degreesPerKm };
}
