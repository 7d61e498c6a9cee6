// npm run generated: regenerates the files derived from the code (proto/gen, docs/config.md, .env.example,
// docs/errors.md, docs/api.md), from the descriptions of the services (tools/deploy/descriptions.mjs) and from the
// folders (tools/lib/lists.mjs). With `--check`, fails if a committed file is stale.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { settingsTexts } from './deploy/compose-settings.mjs';
import { generatedTexts, readDescriptions } from './deploy/descriptions.mjs';
import { listTexts } from './lib/lists.mjs';
import { nodeBinary, ROOT, setUp } from './lib/setup.mjs';

const check = process.argv.includes('--check');
const built = (path) => import(pathToFileURL(join(ROOT, path)).href);

const stale = [];
const descriptions = readDescriptions();
writeOrCheck({ ...generatedTexts(descriptions), ...listTexts(descriptions) });

// The code may not compile until the proto files' code is regenerated.
await setUp({ build: [] });
execFileSync(nodeBinary(), ['tools/proto.mjs', ...(check ? ['--check'] : [])], { cwd: ROOT, stdio: 'inherit' });
await setUp();

const { SETTINGS } = await built('libs/platform/dist/config/table.js');
const { configDocument } = await built('libs/platform/dist/config/docs.js');
const { errorsDocument } = await built('libs/contracts/dist/errors-document.js');
const { apiPage } = await built('gateway/dist/openapi/api-page.js');
writeOrCheck({
  'docs/config.md': configDocument(),
  'docs/errors.md': errorsDocument(),
  'docs/api.md': apiPage(),
  ...settingsTexts(SETTINGS),
});

if (stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run npm run generated and commit the result.\n`);
  process.exitCode = 1;
}

/** @param texts path → expected text. */
function writeOrCheck(texts) {
  for (const [path, fresh] of Object.entries(texts)) {
    const file = join(ROOT, path);
    const present = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
    if (present === fresh) continue;
    if (check) stale.push(path);
    else writeFileSync(file, fresh);
  }
}
