// Aim: Valhalla in a child process finds routes on real roads like every other router, also over HTTP. After a crash or
// with an unusable file, legs become approximate and no files are left behind.
import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@switchback/testing/wait';
import { serveValhalla } from '../fake-routers.fixture.js';
import { DetectedRouter } from '../http-routers.js';
import {
  extractOf,
  isReady,
  MALBUN,
  type OpenedValhalla,
  openValhalla,
  startValhalla,
  VADUZ,
  whyNoRoads,
} from '../../router/roads.fixture.js';
import { RouterStarting } from '../router.js';
import { describeRouter } from '../router.suite.js';
import { findValhalla, ValhallaMissing } from './valhalla-package.js';

const why = whyNoRoads();
const onRoads = why === null ? describe : describe.skip;
const titled = (title: string) => (why === null ? title : `${title} (${why})`);
const ask = ({ valhalla }: OpenedValhalla) => valhalla.route([VADUZ, MALBUN], AbortSignal.timeout(30_000));

onRoads(titled('On the roads of Liechtenstein'), () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'valhalla-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  describeRouter('Valhalla in a process of its own', {
    source: 'valhalla',
    namesRoads: true,
    matches: true,
    goesThrough: true,
    open: async () => {
      const { valhalla, close } = await openValhalla(extractOf('liechtenstein'), dataDir);
      return { router: valhalla, close };
    },
  });

  describeRouter('Valhalla over HTTP', {
    source: 'valhalla',
    namesRoads: true,
    matches: true,
    goesThrough: true,
    open: async () => {
      const { valhalla, close } = await openValhalla(extractOf('liechtenstein'), dataDir);
      const served = await serveValhalla(valhalla);
      return { router: new DetectedRouter(served.url), close: () => served.close().then(close) };
    },
  });
});

onRoads(titled('The process of Valhalla'), () => {
  let dataDir: string;
  let pbf: string;
  let opened: OpenedValhalla | undefined;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'valhalla-'));
    pbf = join(dataDir, 'roads.osm.pbf');
    await copyFile(extractOf('liechtenstein'), pbf);
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    await rm(dataDir, { recursive: true });
  });
  const folders = () => readdir(join(dataDir, 'valhalla'));
  const steps = (lines: readonly string[]) => lines.filter((line) => line.includes('Building the roads'));

  it('builds roads once, logs the progress, and rebuilds them for another file', async () => {
    opened = await startValhalla(pbf, dataDir);
    await expect(ask(opened)).rejects.toThrow(RouterStarting);
    await isReady(opened);
    expect(steps(opened.lines).at(0)).toContain('roads.osm.pbf: step 1 of 11, reading borders');
    expect(steps(opened.lines).at(-1)).toContain('step 11 of 11');
    const [first, ...more] = await folders();
    expect(more).toEqual([]);
    await opened.close();

    opened = await openValhalla(pbf, dataDir);
    expect(steps(opened.lines)).toEqual([]);
    expect(await ask(opened)).toMatchObject({ source: 'valhalla' });
    await opened.close();

    await copyFile(extractOf('andorra'), pbf);
    opened = await openValhalla(pbf, dataDir);
    expect(steps(opened.lines)).toHaveLength(11);
    expect(await ask(opened)).toBeNull();
    await waitUntil('roads nobody needs to go', async () => (await folders()).length === 1);
    expect(await folders()).not.toEqual([first]);
  });

  it('leaves nothing half done if it is stopped during a build', async () => {
    opened = await startValhalla(pbf, dataDir);
    const { lines } = opened;
    await waitUntil('it to build', () => steps(lines).length > 1);
    await opened.close();
    const left = await folders();
    expect(left.filter((name) => !name.includes('.building-'))).toEqual([]);
    // Makes the folders look orphaned.
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const name of left) await utimes(join(dataDir, 'valhalla', name), longAgo, longAgo);
    opened = await openValhalla(pbf, dataDir);
    expect(await ask(opened)).not.toBeNull();
    await waitUntil('what was left behind to go', async () => (await folders()).length === 1);
  });

  it('restarts after a crash, for which only the request that caused it gets no answer', async () => {
    opened = await openValhalla(pbf, dataDir);
    const { valhalla, lines } = opened;
    const { pid } = valhalla;
    const call = Promise.allSettled(Array.from({ length: 20 }, () => ask(opened!)));
    process.kill(pid!, 'SIGKILL');
    const outcomes = await call;
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(valhalla.pid).not.toBe(pid);
    expect(await ask(opened)).toMatchObject({ source: 'valhalla' });
    expect(lines.join('\n')).toContain('It exited with SIGKILL.');
    expect(steps(lines)).toHaveLength(11);
  });

  it('is interrupted on a request that never ends, and answers the next one', async () => {
    opened = await openValhalla(pbf, dataDir, { requestMs: 5_000, restartMs: 60_000 });
    const { valhalla, lines } = opened;
    const { pid } = valhalla;
    process.kill(pid!, 'SIGSTOP');
    const endless = expect(ask(opened)).rejects.toThrow('crashed on a request');
    const next = ask(opened);
    await endless;
    expect(await next).toMatchObject({ source: 'valhalla' });
    expect(valhalla.pid).not.toBe(pid);
    expect(lines.join('\n')).toContain('took too long');
  });

  it('exits with its child processes', async () => {
    opened = await openValhalla(pbf, dataDir);
    const { pid } = opened.valhalla;
    await opened.close();
    expect(() => process.kill(pid!, 0)).toThrow('ESRCH');
  });

  it('explains an unreadable file, and accepts a better one', async () => {
    await writeFile(pbf, 'This is no extract.');
    opened = await startValhalla(pbf, dataDir);
    const { lines } = opened;
    await waitUntil('it to complain', () => lines.some((line) => line.includes('PBF error')));
    await expect(ask(opened)).rejects.toThrow();
    expect((await folders()).filter((name) => !name.includes('.building-'))).toEqual([]);
    await copyFile(extractOf('liechtenstein'), pbf);
    await isReady(opened);
    expect(await ask(opened)).not.toBeNull();
  });
});

describe('the package with Valhalla', () => {
  const faultsOf = (...given: Parameters<typeof findValhalla>): string => {
    try {
      findValhalla(...given);
    } catch (error) {
      expect(error).toBeInstanceOf(ValhallaMissing);
      return (error as Error).message;
    }
    return '';
  };

  it('is named if it is not installed', () => {
    const missing = () => {
      throw new Error('Cannot find module');
    };
    expect(faultsOf(missing)).toContain('the optional package @valhallajs/valhallajs is not installed');
  });

  it('names an unsupported machine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'valhalla-'));
    await mkdir(join(folder, 'linux', 'x64'), { recursive: true });
    const machine = { platform: 'win32', arch: 'x64' };
    expect(faultsOf(() => join(folder, 'index.js'), machine)).toContain('has none for win32 on x64');
    await rm(folder, { recursive: true });
  });
});
