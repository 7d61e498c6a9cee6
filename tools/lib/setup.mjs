// What every command does first on a fresh clone: install what is missing, build what changed. Runs on any Node from 20,
// with nothing installed, so it uses nothing but Node.
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
/** What Node is told when it runs the product (ADR 30). */
export const NODE_FLAGS = JSON.parse(readFileSync(join(ROOT, 'deploy', 'image', 'node-flags.json'), 'utf8'));
/** The environment Node runs the product in (ADR 47); what a person sets goes before it. */
const NODE_ENVIRONMENT = JSON.parse(readFileSync(join(ROOT, 'deploy', 'image', 'node-environment.json'), 'utf8'));
const SOURCES = ['libs', 'proto', 'services', 'gateway', 'web', 'deploy/image'];
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

/** For what is to run with Node alone: takes out of the environment what names engines. */
export const WITHOUT_ENGINES = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(KAFKA|ELASTICSEARCH|S3|REDIS)_/.test(name))
    .map((name) => [name, undefined]),
);

/**
 * Says nothing while it works; the end of what it printed is shown when it fails. When we are told to stop, it is too, and
 * we outlive it: another set-up that took our turn would otherwise meet it at work.
 * @param heard told of each piece it prints.
 */
async function run(command, args, heard = () => undefined) {
  const child = spawn(command, args, { cwd: ROOT, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const keep = (chunk) => {
    printed = (printed + chunk).slice(-PRINTED_CHARS_MAX);
    heard(String(chunk));
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
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
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (stoppedBy) fail(`Stopped by ${stoppedBy} while ${command} was at work; starting again goes on.`);
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

/** Two commands started at once take turns; the lock goes with its holder, and one left by a killed holder is taken over. */
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
    for (const file of ['package-lock.json', 'tsconfig.base.json', 'tsconfig.build.json', 'nx.json'])
      add(readFileSync(join(ROOT, file), 'utf8'));
  });
}

/** Returns the scope of the set-up that wrote this stamp, or undefined if it did so for another state. */
function doneFor(stamp, state) {
  if (!existsSync(stamp)) return undefined;
  const [done, scope] = readFileSync(stamp, 'utf8').split(' ');
  return done === state ? scope : undefined;
}

/** Each includes those before it. Only `OSM_PBF` needs the router, a quarter of the product's packages by size. */
const SCOPES = ['product', 'productAndRouter', 'everything'];
const covers = (done, scope) => SCOPES.indexOf(done) >= SCOPES.indexOf(scope);
const PRODUCT = ['@switchback/all', '@switchback/web'];
/** The workspaces that are installed, with what they depend on; all of them where none are listed. */
const WORKSPACES = { product: PRODUCT, productAndRouter: [...PRODUCT, '@switchback/router'], everything: [] };

/** Returns the scope of the last complete build of the present sources. */
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

/** The projects the running product is made of, by name: those the process and the web app stand on. */
export function productProjects() {
  const byName = new Map(manifests().map((manifest) => [manifest.name, manifest]));
  const found = new Set(PRODUCT);
  for (const name of found)
    for (const dependency of Object.keys(byName.get(name).dependencies ?? {}))
      if (byName.has(dependency)) found.add(dependency);
  return [...found];
}

/**
 * Returns the projects left to build. Nx restores even the outputs of an unchanged project anew, under a product that runs
 * from them.
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

/** Of everything that is in the lock file, what is needed here, by folder. */
function packagesToInstall(scope) {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
  const isNeeded = ([path, { dev, devOptional, optional, link }]) =>
    path.startsWith('node_modules/') && !link && !optional && (scope === 'everything' || !(dev || devOptional));
  return Object.entries(packages)
    .filter(isNeeded)
    .map(([path]) => join(ROOT, path));
}

/**
 * Returns npm's arguments. `npm ci` empties node_modules first, and a product may run from there: what a larger scope needs
 * on top of the product's packages is only added.
 * @param {'product' | 'productAndRouter' | 'everything'} scope
 * @param {'product' | 'productAndRouter' | 'everything' | undefined} done the scope of the last installation of this lock
 * file.
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
  // All that is missing is in the list, and keeps its order.
  if (!only) some.push('--excludeTaskDependencies');
  let done = 0;
  const heard = (text) => (done += text.match(/^> nx run /gm)?.length ?? 0);
  const command = [program('nx'), 'run-many', '-t', 'build', '--outputStyle=static', ...some];
  const measure = () => [done, projects.length];
  await withProgress('Building what changed', measure, () => run(nodeBinary(), command, heard));
  if (!only) writeFileSync(BUILT, `${state} ${scope}`);
}

/**
 * Installs and builds.
 *
 * @param {object} [options]
 * @param {'product' | 'everything'} [options.scope] what the running product needs, or the tools for tests and services apart too.
 * @param {string[]} [options.build] the only projects to build, with what they stand on, or none.
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

/** Runs a program on the workspace's Node and ends with its exit code; it is told when this process goes away. */
export function handOver(args, extra) {
  const child = spawn(nodeBinary(), args, {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...NODE_ENVIRONMENT, ...environment(extra) },
  });
  // The terminal sends Ctrl-C to the whole group; the child ends by itself, and this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
  child.on('error', (error) => fail(error.message));
}
