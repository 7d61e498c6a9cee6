// Aim: the app opens without a network, from files of one build, and API responses never come from the worker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { OFFLINE_PAGE } from '@switchback/contracts/rules/offline';
import { beforeEach, expect, it } from 'vitest';

const SITE = 'https://drives.example';
const FILES = {
  version: 'v1',
  page: OFFLINE_PAGE,
  shell: ['/assets/main.js', '/assets/main.css'],
  map: ['/assets/map.js'],
};
const SOURCE = readFileSync(join(import.meta.dirname, 'worker.mjs'), 'utf8');

/** The browser's caches, as far as the worker uses them. */
class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>();
  readonly #fetch: (address: string) => Promise<Response>;
  constructor(fetch: (address: string) => Promise<Response>) {
    this.#fetch = fetch;
  }
  open = async (name: string) => {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    const key = (request: string | URL | { url: string }) =>
      new URL(typeof request === 'object' && 'url' in request ? request.url : request, SITE).href;
    const add = async (file: string) => {
      const answer = await this.#fetch(key(file));
      if (!answer.ok) throw new TypeError(`No ${file}.`);
      store.set(key(file), answer);
    };
    return {
      add,
      addAll: async (files: string[]) => void (await Promise.all(files.map(add))),
      put: async (request: string, answer: Response) => void store.set(key(request), answer),
      match: async (request: string) => store.get(key(request))?.clone(),
      delete: async (request: { url: string }) => store.delete(request.url),
      keys: async () => [...store.keys()].map((url) => ({ url })),
    };
  };
  has = async (name: string) => this.stores.has(name);
  keys = async () => [...this.stores.keys()];
  delete = async (name: string) => this.stores.delete(name);
  match = async ({ url }: { url: string }) => {
    for (const store of this.stores.values()) if (store.has(url)) return store.get(url)?.clone();
    return undefined;
  };
}

type Handler = (event: Record<string, unknown>) => void;

let online: boolean;
let html: string;
let caches: FakeCaches;
let dispatch: (kind: string, event?: Record<string, unknown>) => Promise<unknown>;

const network = async (address: string) => {
  if (!online) throw new TypeError('Offline.');
  const { pathname } = new URL(address, SITE);
  return new Response(pathname === OFFLINE_PAGE ? html : `fresh ${pathname}`);
};

/** Starts a worker with these files in the fake browser of the test. */
function start(files = FILES) {
  const handlers = new Map<string, Handler>();
  const scope = {
    FILES: files,
    caches,
    location: new URL(SITE),
    registration: {},
    clients: { claim: async () => undefined },
    fetch: (request: string | URL | { url: string }) =>
      network(typeof request === 'object' && 'url' in request ? request.url : String(request)),
    skipWaiting: async () => undefined,
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
  };
  runInNewContext(SOURCE, { ...scope, URL });
  dispatch = async (kind, event = {}) => {
    let done: unknown;
    const keep = (promise: unknown) => void (done = promise);
    handlers.get(kind)?.({ waitUntil: keep, respondWith: keep, ...event });
    return done;
  };
}

/** The worker's response; undefined if it leaves the request to the browser. */
async function ask(path: string, over: { method?: string; mode?: string } = {}): Promise<string | undefined> {
  const request = { method: 'GET', mode: 'cors', url: new URL(path, SITE).href, ...over };
  const answer = (await dispatch('fetch', { request })) as Response | undefined;
  return answer?.text();
}

const message = (data: object) => dispatch('message', { data });

beforeEach(async () => {
  online = true;
  html = '<script src="/assets/main.js"></script>';
  caches = new FakeCaches(network);
  start();
  await dispatch('install');
  await dispatch('activate');
});

it.each([
  ['/api/settings', {}],
  ['/api/drives/drive/d1/details', {}],
  ['/api/drives/search', { method: 'POST' }],
  ['/media/drives/d1/p1/small.jpg', {}],
  ['/files/x', {}],
  ['https://tiles.example/1.pbf', {}],
])('leaves %s to the browser', async (path, over) => {
  expect(await ask(path, over)).toBeUndefined();
  online = false;
  expect(await ask(path, over)).toBeUndefined();
});

it('serves pages from the network, and from the cache without one', async () => {
  expect(await ask('/explore', { mode: 'navigate' })).toBe('fresh /explore');
  online = false;
  expect(await ask('/explore', { mode: 'navigate' })).toBe(html);
  expect(await ask('/assets/main.js')).toBe('fresh /assets/main.js');
  await expect(ask('/assets/other.js')).rejects.toThrow('Offline.');
});

it('caches no page of another build', async () => {
  caches = new FakeCaches(network);
  html = '<script src="/assets/newer.js"></script>';
  start();
  await expect(dispatch('install')).rejects.toThrow('another build');
  expect([...caches.stores.keys()]).toEqual([]);
});

it('deletes the files of the previous version once the next one takes over', async () => {
  html = '<script src="/assets/two.js"></script>';
  start({ ...FILES, version: 'v2', shell: ['/assets/two.js'] });
  await dispatch('install');
  expect([...caches.stores.keys()]).toEqual(['switchback-files-v1', 'switchback-files-v2']);
  await dispatch('activate');
  expect([...caches.stores.keys()]).toEqual(['switchback-files-v2']);
});

it('caches the listed tiles, deletes others, and keeps the map over an update', async () => {
  await message({ kind: 'keep-map', tiles: ['/basemap/world.tiles?v=1', '/basemap/4-4-6.tiles?v=1'] });
  await message({
    kind: 'keep-map',
    tiles: ['/basemap/world.tiles?v=2', 'https://evil.example/basemap/x', '/api/settings'],
  });
  online = false;
  expect(await ask('/basemap/world.tiles?v=2')).toBe('fresh /basemap/world.tiles');
  expect(await ask('/basemap/index.json')).toBe('fresh /basemap/index.json');
  expect(await ask('/assets/map.js')).toBe('fresh /assets/map.js');
  await expect(ask('/basemap/4-4-6.tiles?v=1')).rejects.toThrow('Offline.');
  expect([...(caches.stores.get('switchback-tiles')?.keys() ?? [])]).toHaveLength(2);
  online = true;
  start({ ...FILES, version: 'v2' });
  await dispatch('install');
  await dispatch('activate');
  online = false;
  expect(await ask('/assets/map.js')).toBe('fresh /assets/map.js');
});

it('adds the tiles of a drive that begins to those of the saved ones', async () => {
  await message({ kind: 'keep-map', tiles: ['/basemap/4-4-6.tiles?v=1'] });
  await message({ kind: 'add-map', tiles: ['/basemap/4-4-7.tiles?v=1'] });
  await message({ kind: 'add-map', tiles: [] });
  online = false;
  expect(await ask('/basemap/4-4-6.tiles?v=1')).toBe('fresh /basemap/4-4-6.tiles');
  expect(await ask('/basemap/4-4-7.tiles?v=1')).toBe('fresh /basemap/4-4-7.tiles');
});

it('deletes every tile when there are no saved drives any more', async () => {
  await message({ kind: 'keep-map', tiles: ['/basemap/world.tiles?v=1'] });
  await message({ kind: 'keep-map', tiles: [] });
  expect(await caches.has('switchback-tiles')).toBe(false);
});
