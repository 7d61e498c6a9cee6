import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Settings } from '@switchback/platform/config/settings';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import type { ImportedDrive } from '../content/drive-content.js';
import { DriveImports } from '../import/drive-imports.js';
import type { RawFeature } from '@switchback/tracks/features/raw-feature';
import { readFeatures } from '@switchback/tracks/files/read-features';
import { noCounts, runImport } from '../import/run-import.js';

const DEMO_FILE = fileURLToPath(new URL('../../demo/demo-drives.geojsonl', import.meta.url));

/**
 * Loads the demo drives into an empty catalogue, through the regular import. Two processes may run it concurrently.
 * @returns the number of added drives; 0 if the catalogue was not empty.
 */
export async function loadDemo(service: DriveImports): Promise<number> {
  if (!(await service.isEmpty())) return 0;
  const counts = noCounts();
  await runImport(
    readFeatures(DEMO_FILE),
    'demo',
    { service, dryRun: false, counts, seen: new Map(), listener: strict },
    addEditorialFacts,
  );
  return counts.created;
}

/** Fills an empty catalogue at startup if the settings ask for it. */
@Injectable()
export class Demo implements OnApplicationBootstrap {
  constructor(
    private readonly service: DriveImports,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'DEMO'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.DEMO === 'on') await loadDemo(this.service);
  }
}

/** Throws where an import only reports: the demo ships with the product, so a fault is ours. */
const strict = {
  refused: (line: number, reason: string): never => {
    throw new Error(`Demo drive at line ${line}: ${reason}`);
  },
  note: (line: number, note: string): never => {
    throw new Error(`Demo drive at line ${line}: ${note}`);
  },
  progress: () => undefined,
};

function addEditorialFacts(drive: ImportedDrive, { properties }: RawFeature): ImportedDrive {
  const number = (name: string) => (typeof properties[name] === 'number' ? properties[name] : null);
  const editorial = {
    approximate: properties['approximate'] === true,
    starRating: number('starRating'),
    intensityRating: number('intensityRating'),
    roadQualityRating: number('roadQualityRating'),
    trafficRating: number('trafficRating'),
    worldRanked: properties['worldRanked'] === true,
  };
  const distanceMeters = number('distance') ?? drive.distanceMeters;
  const contentHash = createHash('sha256')
    .update(JSON.stringify([drive.contentHash, editorial, distanceMeters]))
    .digest('hex');
  return { ...drive, editorial, distanceMeters, contentHash };
}
