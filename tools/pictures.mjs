// npm run pictures: takes the pictures of the README from the product with its demo drives, into docs/images.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { environment, nodeBinary, ROOT, setUp, WITHOUT_ENGINES } from './lib/setup.mjs';

await setUp();
const args = ['--import', '@swc-node/register/esm-register', 'e2e/pictures/take-pictures.ts'];
const settings = { SWC_NODE_PROJECT: join(ROOT, 'tsconfig.base.json'), ...WITHOUT_ENGINES };
const { status } = spawnSync(nodeBinary(), args, { cwd: ROOT, stdio: 'inherit', env: environment(settings) });
process.exitCode = status ?? 1;
