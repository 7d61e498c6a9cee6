// What every command does first on a fresh clone: install what is missing, build what changed. Runs on any Node from 20,
// with nothing installed, so it uses nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const MODULES = join(ROOT, 'node_modules');
const INSTALLED = join(MODULES, '.switchback-installed');
const BUILT = join(MODULES, '.switchback-built');
const LOCK = join(ROOT, '.setup-lock');
const LOCK_WAIT_MS = 15 * 60_000;
const SOURCES = ['libs', 'proto', 'services', 'gateway', 'web'];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.nx', 'basemap-dist', 'coverage']);

/** Node 24 comes with the workspace on Linux; elsewhere the machine's own must do. */
export function nodeBinary() {
  const brought = join(MODULES, '.bin', 'node');
  return existsSync(brought) ? brought : process.execPath;
}

/** A program the workspace installed: npm puts it beside its project when it does not fit at the top. */
export function program(name, project = '.') {
  const places = [join(ROOT, project), ROOT].map((folder) => join(folder, 'node_modules', '.bin', name));
  return places.find((path) => existsSync(path)) ?? places[1];
}

/** The environment in which scripts find the workspace's own programs first. */
export function environment(extra = {}) {
  return { ...process.env, PATH: `${join(MODULES, '.bin')}:${process.env.PATH ?? ''}`, NX_DAEMON: 'false', ...extra };
}

/** Says nothing while it works; what it printed is shown when it fails. */
function run(command, args) {
  const options = { cwd: ROOT, env: environment(), encoding: 'utf8', maxBuffer: 64_000_000 };
  const result = spawnSync(command, args, options);
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) fail(`${result.stdout}\n${result.stderr}\n${command} ${args.join(' ')} failed.`);
}

export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

function requireNode() {
  const version = spawnSync(nodeBinary(), ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  fail(`Node 22.18 or newer is needed on this system, and this is ${version || 'an unknown one'}.`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two commands started at once take turns; a lock whose holder died is taken over. */
async function underLock(work) {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      mkdirSync(LOCK);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = existsSync(join(LOCK, 'pid')) ? Number(readFileSync(join(LOCK, 'pid'), 'utf8')) : 0;
      const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if ((holder !== 0 && !isAlive(holder)) || (holder === 0 && age > 5_000)) rmSync(LOCK, { recursive: true });
      else if (Date.now() > deadline) fail('Another set-up is still running; please try again later.');
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  writeFileSync(join(LOCK, 'pid'), String(process.pid));
  try {
    await work();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function digest(write) {
  const hash = createHash('sha256');
  write((text) => hash.update(text).update('\0'));
  return hash.digest('hex');
}

function installedState() {
  return digest((add) => {
    add(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    add(`${process.platform}-${process.arch}`);
  });
}

/** Names, sizes and times of the sources: a changed one is noticed in milliseconds, and the build then looks closer. */
function sourceState() {
  return digest((add) => {
    const visit = (folder) => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (NOT_SOURCES.has(entry.name) || entry.name.startsWith('.')) continue;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) {
          if (!path.endsWith(join('web', 'public', 'basemap'))) visit(path);
        } else {
          const { size, mtimeMs } = statSync(path);
          add(`${path} ${size} ${mtimeMs}`);
        }
      }
    };
    for (const folder of SOURCES) visit(join(ROOT, folder));
    for (const file of ['package-lock.json', 'tsconfig.base.json', 'nx.json'])
      add(readFileSync(join(ROOT, file), 'utf8'));
  });
}

function holds(stamp, state) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === state;
}

function isBuilt() {
  const outputs = [join(ROOT, 'services', 'all', 'dist', 'main.js'), join(ROOT, 'web', 'dist', 'index.html')];
  return outputs.every((path) => existsSync(path)) && holds(BUILT, sourceState());
}

function install() {
  if (holds(INSTALLED, installedState())) return;
  process.stdout.write('Installing dependencies…\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(INSTALLED, installedState());
}

function build() {
  if (isBuilt()) return;
  process.stdout.write('Building what changed…\n');
  const state = sourceState();
  run(nodeBinary(), [program('nx'), 'run-many', '-t', 'build', '--outputStyle=static']);
  writeFileSync(BUILT, state);
}

/** Installs, and builds unless told not to. */
export async function setUp({ withBuild = true } = {}) {
  const ready = () => holds(INSTALLED, installedState()) && (!withBuild || isBuilt());
  if (!ready()) {
    await underLock(async () => {
      install();
      requireNode();
      if (withBuild) build();
    });
  }
}

/** Runs a program on the workspace's Node and ends with its exit code; it is told when this process goes away. */
export function handOver(args, extra) {
  const child = spawn(nodeBinary(), args, {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment(extra),
  });
  // The terminal sends Ctrl-C to the whole group; the child ends by itself, and this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
  child.on('error', (error) => fail(error.message));
}
