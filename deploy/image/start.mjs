// The image's entry point: the first argument names a process (gateway, a service, all) or a command (migrate, reindex,
// import, …), which gets the remaining arguments. It runs in this process, so that it receives the signals.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const find = (pattern, nameOf) => globSync(pattern, { cwd: ROOT }).map((path) => [nameOf(path), join(ROOT, path)]);

const programs = new Map([
  ...find('services/all/dist/commands/*.js', (path) => basename(path, '.js')),
  ['all', join(ROOT, 'services/all/dist/main.js')],
  ...find('deploy/image/dist/*.js', (path) => basename(path, '.js')),
]);
const [name = 'all'] = process.argv.splice(2, 1);
const program = programs.get(name);
if (program) {
  await import(pathToFileURL(program).href);
} else {
  const known = [...programs.keys()].sort().join(', ');
  process.stderr.write(`Unknown process or command "${name}"; available: ${known}.\n`);
  process.exitCode = 2;
}
