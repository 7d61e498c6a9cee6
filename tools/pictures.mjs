// npm run pictures: takes the pictures of the README from the product with its demo drives, into docs/images.
import { spawnSync } from 'node:child_process';
import { COMPILED_ON_IMPORT } from './lib/from-sources.mjs';
import { environment, nodeBinary, ROOT, setUp, WITHOUT_ENGINES } from './lib/setup.mjs';

await setUp();
const args = [...COMPILED_ON_IMPORT, 'e2e/pictures/take-pictures.ts'];
const { status } = spawnSync(nodeBinary(), args, { cwd: ROOT, stdio: 'inherit', env: environment(WITHOUT_ENGINES) });
process.exitCode = status ?? 1;
