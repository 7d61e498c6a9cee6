// npm run generated: writes what is made from the code (proto/gen, docs/config.md, docs/errors.md, docs/openapi.json) anew.
// With `--check` it fails when what is committed is not fresh.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeBinary, ROOT, setUp } from './lib/setup.mjs';

const check = process.argv.includes('--check');
const built = (path) => import(pathToFileURL(join(ROOT, path)).href);

// The code that is built may not fit the proto files before theirs is made.
await setUp({ build: [] });
execFileSync(nodeBinary(), ['tools/proto.mjs', ...(check ? ['--check'] : [])], { cwd: ROOT, stdio: 'inherit' });
await setUp();

const { configDocument } = await built('libs/platform/dist/config/docs.js');
const { errorsDocument } = await built('libs/contracts/dist/errors-document.js');
const { openApiText } = await built('gateway/dist/openapi/document.js');
const documents = {
  'docs/config.md': configDocument(),
  'docs/errors.md': errorsDocument(),
  'docs/openapi.json': openApiText('Switchback', 'http://localhost:8080'),
};

const stale = [];
for (const [path, fresh] of Object.entries(documents)) {
  const file = join(ROOT, path);
  const present = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  if (present === fresh) continue;
  if (check) stale.push(path);
  else writeFileSync(file, fresh);
}
if (stale.length > 0) {
  process.stderr.write(`Not fresh: ${stale.join(', ')}. Run npm run generated and commit.\n`);
  process.exitCode = 1;
}
