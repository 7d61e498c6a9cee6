// Aim: README's first command works on a fresh clone of the commit with nothing else installed: the product starts on
// an empty data folder, shows its pages, imports a track, stops without leaving a process, and starts again.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Api } from '../support/api.js';
import { freePort } from '../support/free-port.js';
import { Terminal } from '../support/terminal.js';
import { expect, test as base } from '../support/test.js';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const IS_LINUX = existsSync('/proc/self/cwd');
const IDLE_MS = 20_000;
const SETTLE_MS = 300_000;
/** Linux reports processor time in this unit on every architecture. */
const TICKS_PER_SECOND = 100;
const TITLE = 'A newcomer’s track';
const TRACK = `<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${TITLE}</name>
<trkseg><trkpt lat="35.5" lon="-82.5"/><trkpt lat="35.52" lon="-82.52"/><trkpt lat="35.55" lon="-82.5"/></trkseg></trk></gpx>`;

const port = await freePort();
const url = `http://localhost:${port}`;
const test = base.extend({ baseURL: url });
test.describe.configure({ mode: 'serial' });

let folder: string;
let clone: string;
let env: NodeJS.ProcessEnv;
let product: Terminal | undefined;

test.beforeAll(() => {
  // Readable only by its owner, like root's home on a rented machine.
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchback newcomer ')));
  clone = join(folder, 'clone');
  env = newcomersEnvironment(folder);
});
test.afterAll(() => {
  product?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Gives the newcomer their own home, caches and data folder, and no program or setting of this checkout. Only npm's
 * downloads and its registry are the machine's.
 */
function newcomersEnvironment(root: string): NodeJS.ProcessEnv {
  // Run outside the checkout: npm refuses inside a workspace.
  const npm = (key: string) => execFileSync('npm', ['config', 'get', key], { cwd: root, encoding: 'utf8' }).trim();
  const own = (name: string) => join(root, name);
  mkdirSync(own('home'));
  const isOurs = (name: string) => /^(npm_|NX_|NODE_OPTIONS$|INIT_CWD$)/.test(name);
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name))),
    PATH: (process.env.PATH ?? '')
      .split(delimiter)
      .filter((path) => !path.includes('node_modules'))
      .join(delimiter),
    npm_config_cache: npm('cache'),
    npm_config_userconfig: npm('userconfig'),
    HOME: own('home'),
    XDG_CACHE_HOME: join(own('home'), '.cache'),
    NX_CACHE_DIRECTORY: own('nx'),
    DATA_DIR: own('data'),
    PORT: String(port),
    NO_COLOR: '1',
  };
}

/** The first command in README. */
function firstCommand(): [command: string, args: string[]] {
  const block = /```sh\n([^\n#]+)/.exec(readFileSync(join(clone, 'README.md'), 'utf8'))?.[1] ?? '';
  const [command = '', ...args] = block.trim().split(' ');
  return [command, args];
}

/** Starts the product. @returns the seconds until it reports that it is ready. */
async function start(since = performance.now()): Promise<number> {
  product = new Terminal(...firstCommand(), { cwd: clone, env });
  await product.prints(`is ready at ${url}`);
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
  return Math.round((performance.now() - since) / 100) / 10;
}

function report(text: string): void {
  process.stdout.write(`newcomer: ${text}\n`);
}

/** Processes that run in the newcomer's folder, or mention it. */
function processesLeft(): string[] {
  const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return left.flatMap((pid) => {
    try {
      const cwd = realpathSync(`/proc/${pid}/cwd`);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return cwd.startsWith(folder) || command.includes(folder) ? [`${pid} ${command}`] : [];
    } catch {
      return [];
    }
  });
}

test('a fresh clone is ready after README’s first command', async () => {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: CHECKOUT, encoding: 'utf8' }).trim();
  const since = performance.now();
  execFileSync('git', ['clone', '--quiet', '--no-checkout', `file://${CHECKOUT}`, clone]);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: clone });
  expect(firstCommand()).toEqual(['npm', ['start']]);
  report(`clone to ready: ${await start(since)} s`);
  for (const [step] of product?.output.matchAll(/^.* done in .*$/gm) ?? []) report(step);
});

test('the landing page and a drive open in a browser', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Find Your Next Drive' })).toBeVisible();
  const { body } = await new Api(url).call('GET', '/api/drives/popular');
  const [drive] = body.drives as { id: string; title: string }[];
  await page.goto(`/drive-details/${drive!.id}`);
  await expect(page.getByRole('complementary').getByRole('heading', { name: drive!.title })).toBeVisible();
});

test('a track is imported and found', async () => {
  const file = join(folder, 'track.gpx');
  writeFileSync(file, TRACK);
  const importing = new Terminal('npm', ['run', 'import', '--', file], { cwd: clone, env });
  expect(await importing.end(), importing.output).toBe(0);
  await expect.poll(found, { timeout: 20_000 }).toContain(TITLE);
});

/** Titles the search returns for the imported track. */
async function found(): Promise<string[]> {
  const { body } = await new Api(url).call('POST', '/api/drives/search?q=newcomer');
  return (body.drives as { title: string }[]).map(({ title }) => title);
}

test('it needs no more disk and memory than the README states, and no processor when idle', async () => {
  test.skip(!IS_LINUX, 'Memory and processor time are read from /proc, which this system does not have.');
  const megabytes = Math.round(sumOverProcesses(memoryOf) / 2 ** 20);
  const gigabytes = (Number(execFileSync('du', ['-sk', folder]).toString().split('\t')[0]) * 2 ** 10) / 1e9;
  report(`idle: ${megabytes} MB of memory, ${gigabytes.toFixed(2)} GB of disk`);
  expect(gigabytes).toBeLessThanOrEqual(stated(/needs ([\d.]+) GB of disk/));
  expect(megabytes).toBeLessThanOrEqual(stated(/idle, it uses up to ([\d.]+) MB of memory/));
  // The work after a start and an import ends some time later.
  const most = stated(/at most ([\d.]+) % of a processor/);
  await expect.poll(idlePercent, { timeout: SETTLE_MS, intervals: [0] }).toBeLessThanOrEqual(most);
});

/** A figure that the README states. */
function stated(pattern: RegExp): number {
  const [, figure] = pattern.exec(readFileSync(join(clone, 'README.md'), 'utf8').replaceAll('\n', ' ')) ?? [];
  expect(figure, `README.md states ${pattern}`).toBeDefined();
  return Number(figure);
}

/** Sums a figure over the product's processes; one that just ended counts as nothing. */
function sumOverProcesses(figureOf: (pid: string) => number): number {
  const figures = processesLeft().map((line) => {
    try {
      return figureOf(line.split(' ')[0]!);
    } catch {
      return 0;
    }
  });
  return figures.reduce((sum, figure) => sum + figure, 0);
}

/** Memory in bytes; a page that several processes share counts once in the sum. */
function memoryOf(pid: string): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 2 ** 10;
}

/** User and system time, in clock ticks. */
function ticksOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Percentage of one processor that the product's processes use while nobody calls it. */
async function idlePercent(): Promise<number> {
  const begin = { ticks: sumOverProcesses(ticksOf), at: performance.now() };
  await elapse(IDLE_MS);
  const seconds = (performance.now() - begin.at) / 1_000;
  const percent = ((sumOverProcesses(ticksOf) - begin.ticks) / TICKS_PER_SECOND / seconds) * 100;
  report(`idle: ${percent.toFixed(1)} % of a processor`);
  return percent;
}

test('Ctrl-C stops every process', async () => {
  test.skip(!IS_LINUX, 'Processes are listed in /proc, which this system does not have.');
  expect(processesLeft()).not.toEqual([]);
  await product?.pressCtrlC();
  await expect.poll(processesLeft, { timeout: 10_000 }).toEqual([]);
});

test('it starts again within seconds, with its data', async () => {
  report(`second start to ready: ${await start()} s`);
  await expect.poll(found, { timeout: 20_000 }).toContain(TITLE);
  await product?.pressCtrlC();
});
