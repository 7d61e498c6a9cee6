// Finds the programs that check the deployment files, if they are installed.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Includes Go's folder, which need not be in PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go', 'bin')];
const SCHEMAS = process.env.KUBERNETES_SCHEMAS ?? join(homedir(), '.cache', 'kubernetes-schemas');

/** Returns the program's path, or undefined. */
export function findProgram(name) {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Returns the folder of the Kubernetes schemas in kubeconform's layout and the newest version in it, or undefined. */
export function findSchemas() {
  const names = existsSync(SCHEMAS) ? readdirSync(SCHEMAS) : [];
  const versions = names.flatMap((name) => /^v(\d+\.\d+\.\d+)-standalone-strict$/.exec(name)?.[1] ?? []);
  const version = versions.sort((a, b) => a.localeCompare(b, undefined, { numeric: true })).at(-1);
  return version && { folder: SCHEMAS, version };
}
