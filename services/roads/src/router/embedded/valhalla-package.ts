import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigError } from '@switchback/platform/config/settings';

const NAME = '@valhallajs/valhallajs';

/** Location of the optional Valhalla package. */
export interface ValhallaPackage {
  /** Path of its module. */
  library: string;
  /** Folder of its programs for this machine. */
  programs: string;
  version: string;
}

/**
 * @param resolve finds a package's module; replaced in specs.
 * @throws ConfigError about `OSM_PBF` if the package is not installed or does not support this machine.
 */
export function findValhalla(
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
  machine: { platform: string; arch: string } = process,
): ValhallaPackage {
  const library = whereIs(resolve);
  const programs = join(dirname(library), machine.platform, machine.arch);
  if (!existsSync(join(programs, 'valhalla_build_tiles')))
    throw unusable(`needs Valhalla, whose package ${NAME} has none for ${machine.platform} on ${machine.arch}`);
  const { version } = JSON.parse(readFileSync(join(dirname(library), 'package.json'), 'utf8')) as { version: string };
  return { library, programs, version };
}

function whereIs(resolve: (name: string) => string): string {
  try {
    return resolve(NAME);
  } catch {
    throw unusable(`needs the optional package ${NAME}, which is not installed: install it`);
  }
}

function unusable(why: string): ConfigError {
  return new ConfigError(new Map([['OSM_PBF', `${why}, or set DIRECTIONS_URL instead.`]]));
}
