// Where the programs that look over the deployment stand, if they do.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Go puts programs here whether or not PATH knows; the schemas have no program's place. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go', 'bin')];
const SCHEMAS = process.env.KUBERNETES_SCHEMAS ?? join(homedir(), '.cache', 'kubernetes-schemas');

/** The program's path, or undefined. */
export function findProgram(name) {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The folder of Kubernetes' schemas as kubeconform reads them, with the newest version in it, or undefined. */
export function findSchemas() {
  const names = existsSync(SCHEMAS) ? readdirSync(SCHEMAS) : [];
  const versions = names.flatMap((name) => /^v(\d+\.\d+\.\d+)-standalone-strict$/.exec(name)?.[1] ?? []);
  const version = versions.sort((a, b) => a.localeCompare(b, undefined, { numeric: true })).at(-1);
  return version && { folder: SCHEMAS, version };
}
