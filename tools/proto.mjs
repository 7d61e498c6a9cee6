// Lints the proto files and regenerates their TypeScript; `--check` fails if the committed code is stale, and writes
// nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './lib/setup.mjs';

const PROTO = join(ROOT, 'proto');
const BUF = join(ROOT, 'node_modules/@bufbuild/buf/bin/buf');
const run = (...args) => execFileSync(process.execPath, [BUF, ...args], { cwd: PROTO, stdio: 'inherit' });

run('lint');
if (process.argv.includes('--check')) check();
else run('generate');

function check() {
  const scratch = mkdtempSync(join(tmpdir(), 'switchback-proto-'));
  try {
    run('generate', '--output', scratch);
    const [fresh, present] = [scratch, PROTO].map((folder) => filesOf(join(folder, 'gen')));
    const names = [...new Set([...fresh.keys(), ...present.keys()])];
    const stale = names.filter((name) => fresh.get(name) !== present.get(name));
    if (stale.length > 0) throw new Error(`proto/gen is stale; run npm run generated: ${stale.join(', ')}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** File name → text. */
function filesOf(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
