// Performs the steps of the Dockerfile without Docker: assembles the image's /app in a folder, from this checkout's
// builds.
//   node tools/deploy/rehearse-image.mjs FOLDER
// Then, under any account, with FOLDER not writable:  DATA_DIR=… node FOLDER/deploy/image/start.mjs all
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fail, nodeBinary, ROOT, setUp } from '../lib/setup.mjs';

const WORKSPACES = ['--workspace=@switchback/all', '--workspace=@switchback/router'];
const target = process.argv[2] && resolve(process.argv[2]);
if (!target) fail('Usage: node tools/deploy/rehearse-image.mjs FOLDER');
mkdirSync(target, { recursive: true });
if (readdirSync(target).length > 0) fail(`${target} is not empty.`);
await setUp();

const manifests = globSync('{.,libs/*,proto,services/*,gateway,web,e2e,lab/*,deploy/router}/package.json', {
  cwd: ROOT,
});
for (const path of [...manifests, 'package-lock.json', '.npmrc', 'deploy/image']) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(ROOT, path), join(target, path), { recursive: true });
}
const npm = (args, stdio) => execFileSync('npm', args, { cwd: target, stdio, maxBuffer: 1e8 });
npm(['ci', '--omit=dev', ...WORKSPACES, '--no-audit', '--no-fund'], 'inherit');
const bill = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', ...WORKSPACES];
writeFileSync(join(target, 'sbom.cdx.json'), npm(bill, ['ignore', 'pipe', 'inherit']));
execFileSync(nodeBinary(), ['deploy/image/assemble.mjs', ROOT, target], { cwd: target, stdio: 'inherit' });
process.stdout.write(`Assembled the image's /app in ${target}.\n`);
