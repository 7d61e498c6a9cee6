// First step of every command on a fresh clone: installs missing packages and builds changed projects. Runs on any Node
// from 20 with nothing installed, so it uses only Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withProgress } from './progress.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const MODULES = join(ROOT, 'node_modules');
const INSTALLED = join(MODULES, '.switchback-installed');
const BUILT = join(MODULES, '.switchback-built');
const LOCK = join(ROOT, '.setup-lock');
const LOCK_FILE = join(ROOT, 'package-lock.json');
const LOCK_WAIT_MS = 15 * 60_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PRINTED_CHARS_MAX = 64_000;
/** Node's flags for the product (ADR 30). */
export const NODE_FLAGS = JSON.parse(readFileSync(join(ROOT, 'deploy', 'image', 'node-flags.json'), 'utf8'));
/** Node's environment for the product (ADR 47); variables that are already set take precedence. */
const NODE_ENVIRONMENT = JSON.parse(readFileSync(join(ROOT, 'deploy', 'image', 'node-environment.json'), 'utf8'));
const SOURCES = ['libs', 'proto', 'services', 'gateway', 'web', 'deploy/image'];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.nx', 'basemap-dist', 'coverage']);

/** On Linux, the workspace installs Node 24; elsewhere the machine's own is used. */
export function nodeBinary() {
  const brought = join(MODULES, '.bin', 'node');
  return existsSync(brought) ? brought : process.execPath;
}

/**
 * Path of a program that the workspace installed: npm puts it in the project's folder if another version is at the top.
 */
export function program(name, project = '.') {
  const places = [join(ROOT, project), ROOT].map((folder) => join(folder, 'node_modules', '.bin', name));
  return places.find((path) => existsSync(path)) ?? places[1];
}

/** An environment with the workspace's own programs first in PATH. */
export function environment(extra = {}) {
  return { ...process.env, PATH: `${join(MODULES, '.bin')}:${process.env.PATH ?? ''}`, NX_DAEMON: 'false', ...extra };
}

/** Removes the engines' settings from the environment, for steps that need only Node. */
export const WITHOUT_ENGINES = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(KAFKA|ELASTICSEARCH|S3|REDIS)_/.test(name))
    .map((name) => [name, undefined]),
);

/**
 * Runs a command silently; prints the end of its output if it fails. On a signal, stops the command and waits for it:
 * otherwise another set-up could get the lock while it is still running.
 * @param heard called with each piece of output.
 */
async function run(command, args, heard = () => undefined) {
  const child = spawn(command, args, { cwd: ROOT, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const append = (chunk) => {
    printed = (printed + chunk).slice(-PRINTED_CHARS_MAX);
    heard(String(chunk));
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  let stoppedBy = null;
  const stop = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const error = await new Promise((resolve) => {
    child.on('error', resolve);
    child.on('close', () => resolve(null));
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  if (error) fail(`${command} failed to start: ${error.message}`);
  if (stoppedBy) fail(`Stopped by ${stoppedBy} while ${command} was running; the next start continues from here.`);
  if (child.exitCode !== 0) fail(`${printed}\n${command} ${args.join(' ')} failed.`);
}

export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

function requireNode() {
  const version = spawnSync(nodeBinary(), ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  fail(`Node 22.18 or newer is required on this system; this is ${version || 'an unknown version'}.`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs one set-up at a time; the lock is released on exit, and one left by a killed process is taken over. */
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
      else if (Date.now() > deadline) fail('Another set-up is still running; try again later.');
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const release = () => rmSync(LOCK, { recursive: true, force: true });
  process.once('exit', release);
  writeFileSync(join(LOCK, 'pid'), String(process.pid));
  await work();
  process.off('exit', release);
  release();
}

function digest(write) {
  const hash = createHash('sha256');
  write((text) => hash.update(text).update('\0'));
  return hash.digest('hex');
}

function installedState() {
  return digest((add) => {
    add(readFileSync(LOCK_FILE, 'utf8'));
    add(`${process.platform}-${process.arch}`);
  });
}

/**
 * Hashes names, sizes and times of the sources: detects a change in milliseconds, and the build then checks contents.
 */
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
    for (const file of ['package-lock.json', 'tsconfig.base.json', 'tsconfig.build.json', 'nx.json'])
      add(readFileSync(join(ROOT, file), 'utf8'));
  });
}

/** Returns the scope of the set-up that wrote this stamp, or undefined if it was for another state. */
function doneFor(stamp, state) {
  if (!existsSync(stamp)) return undefined;
  const [done, scope] = readFileSync(stamp, 'utf8').split(' ');
  return done === state ? scope : undefined;
}

/**
 * Each scope includes those before it. Only `OSM_PBF` needs the router, a quarter of the product's packages by size.
 */
const SCOPES = ['product', 'productAndRouter', 'everything'];
const covers = (done, scope) => SCOPES.indexOf(done) >= SCOPES.indexOf(scope);
const PRODUCT = ['@switchback/all', '@switchback/web'];
/** Workspaces to install, with their dependencies; empty means all. */
const WORKSPACES = { product: PRODUCT, productAndRouter: [...PRODUCT, '@switchback/router'], everything: [] };

/** Returns the scope of the last complete build of the current sources. */
function builtFor() {
  const outputs = [join(ROOT, 'services', 'all', 'dist', 'main.js'), join(ROOT, 'web', 'dist', 'index.html')];
  return outputs.every((path) => existsSync(path)) ? doneFor(BUILT, sourceState()) : undefined;
}

function manifests() {
  const folders = ['libs', 'services'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  );
  return [...folders, 'proto', 'gateway', 'web', 'deploy/image']
    .map((folder) => join(ROOT, folder, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * Returns the names of the projects that the running product consists of: the process, the web app and their
 * dependencies.
 */
export function productProjects() {
  const byName = new Map(manifests().map((manifest) => [manifest.name, manifest]));
  const found = new Set(PRODUCT);
  for (const name of found)
    for (const dependency of Object.keys(byName.get(name).dependencies ?? {}))
      if (byName.has(dependency)) found.add(dependency);
  return [...found];
}

/**
 * Returns the projects left to build. Nx restores even the outputs of an unchanged project, which a running product may
 * be using.
 * @param {'product' | 'everything'} scope
 * @param {'product' | 'everything' | undefined} done the scope of the last build of these sources.
 */
export function projectsToBuild(scope, done, wanted = scope === 'product' ? productProjects() : everyProject()) {
  if (covers(done, scope)) return [];
  const built = done === 'product' ? productProjects() : [];
  return wanted.filter((name) => !built.includes(name));
}

function everyProject() {
  return manifests().flatMap(({ name, nx }) => (nx?.targets?.build ? [name] : []));
}

/** Returns the folders of the packages in the lock file that this scope needs. */
function packagesToInstall(scope) {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
  const isNeeded = ([path, { dev, devOptional, optional, link }]) =>
    path.startsWith('node_modules/') && !link && !optional && (scope === 'everything' || !(dev || devOptional));
  return Object.entries(packages)
    .filter(isNeeded)
    .map(([path]) => join(ROOT, path));
}

/**
 * Returns npm's arguments. `npm ci` empties node_modules, which a running product may be using, so the additional
 * packages of a larger scope are installed without it.
 * @param {'product' | 'productAndRouter' | 'everything'} scope
 * @param {'product' | 'productAndRouter' | 'everything' | undefined} done the scope of the last installation of this
 * lock file.
 */
export function npmArguments(scope, done) {
  const command = done === undefined ? ['ci'] : ['install', '--no-save'];
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const some = WORKSPACES[scope].map((name) => `--workspace=${name}`);
  return [...command, ...quiet, ...(some.length > 0 ? ['--omit=dev', '--include-workspace-root', ...some] : [])];
}

async function install(scope) {
  const done = doneFor(INSTALLED, installedState());
  if (covers(done, scope)) return;
  const packages = packagesToInstall(scope);
  const measure = () => [packages.filter((path) => existsSync(path)).length, packages.length];
  await withProgress('Installing packages', measure, () => run('npm', npmArguments(scope, done)));
  writeFileSync(INSTALLED, `${installedState()} ${scope}`);
}

async function build(scope, only) {
  const state = sourceState();
  const projects = projectsToBuild(scope, builtFor(), only);
  if (projects.length === 0) return;
  const some = [`--projects=${projects.join()}`];
  // The list is complete, and Nx still respects the order.
  if (!only) some.push('--excludeTaskDependencies');
  let done = 0;
  const onOutput = (text) => (done += text.match(/^> nx run /gm)?.length ?? 0);
  const command = [program('nx'), 'run-many', '-t', 'build', '--outputStyle=static', ...some];
  const measure = () => [done, projects.length];
  await withProgress('Building changed projects', measure, () => run(nodeBinary(), command, onOutput));
  if (!only) writeFileSync(BUILT, `${state} ${scope}`);
}

/**
 * Installs and builds.
 *
 * @param {object} [options]
 * @param {'product' | 'everything'} [options.scope] the running product only, or also the tools for tests and for
 * separate services.
 * @param {string[]} [options.build] the only projects to build, with their dependencies; may be empty.
 */
export async function setUp({ scope = 'everything', build: projects } = {}) {
  const packages = scope === 'product' && process.env.OSM_PBF ? 'productAndRouter' : scope;
  if (covers(doneFor(INSTALLED, installedState()), packages) && covers(builtFor(), scope)) return;
  await underLock(async () => {
    await install(packages);
    requireNode();
    await build(scope, projects);
  });
}

/** Runs a program on the workspace's Node and exits with its exit code; the IPC channel closes if this process dies. */
export function replaceWith(args, extra) {
  const child = spawn(nodeBinary(), args, {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...NODE_ENVIRONMENT, ...environment(extra) },
  });
  // The terminal sends Ctrl-C to the whole group; the child exits by itself, and this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
  child.on('error', (error) => fail(error.message));
}
