// Lints the proto files and generates their TypeScript anew; `--check` fails when what is committed is not fresh.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cwd = fileURLToPath(new URL('../proto', import.meta.url));
const buf = fileURLToPath(new URL('../node_modules/@bufbuild/buf/bin/buf', import.meta.url));

execFileSync(process.execPath, [buf, 'lint'], { cwd, stdio: 'inherit' });
execFileSync(process.execPath, [buf, 'generate'], { cwd, stdio: 'inherit' });
if (process.argv.includes('--check')) {
  const changed = execFileSync('git', ['status', '--porcelain', '--', 'proto/gen'], { cwd: root, encoding: 'utf8' });
  if (changed !== '') throw new Error(`proto/gen is not fresh; run npm run generated and commit:\n${changed}`);
}
