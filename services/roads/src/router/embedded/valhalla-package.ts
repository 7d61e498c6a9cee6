import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const NAME = '@valhallajs/valhallajs';

/** There is no Valhalla on this machine; the message says why. */
export class ValhallaMissing extends Error {
  override readonly name = 'ValhallaMissing';

  constructor(why: string) {
    super(`Valhalla is missing: ${why}. Routes are straight lines unless DIRECTIONS_URL is set.`);
  }
}

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
 * @throws ValhallaMissing if the package is not installed or does not support this machine.
 */
export function findValhalla(
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
  machine: { platform: string; arch: string } = process,
): ValhallaPackage {
  const library = whereIs(resolve);
  const programs = join(dirname(library), machine.platform, machine.arch);
  if (!existsSync(join(programs, 'valhalla_build_tiles')))
    throw new ValhallaMissing(`its package ${NAME} has none for ${machine.platform} on ${machine.arch}`);
  const { version } = JSON.parse(readFileSync(join(dirname(library), 'package.json'), 'utf8')) as { version: string };
  return { library, programs, version };
}

function whereIs(resolve: (name: string) => string): string {
  try {
    return resolve(NAME);
  } catch {
    throw new ValhallaMissing(`the optional package ${NAME} is not installed`);
  }
}
