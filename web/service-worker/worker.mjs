/* Caches the app's own files, so that it opens without a network. API responses never pass through here: data shown as
   fresh is fresh. The build writes the list of its files above this text; see plugin.ts. */
const { caches, registration, clients, location, fetch } = globalThis;
const { version, page, shell, map } = globalThis.FILES;

const FILES_CACHE = `switchback-files-${version}`;
const OLD_FILES = /^switchback-files-/;
const TILES_CACHE = 'switchback-tiles';
const TILES_MAX = 64;

globalThis.addEventListener('install', (event) => event.waitUntil(install()));
globalThis.addEventListener('activate', (event) => event.waitUntil(activate()));
globalThis.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer !== null) event.respondWith(answer);
});
globalThis.addEventListener('message', (event) => {
  if (event.data?.kind === 'update') event.waitUntil(globalThis.skipWaiting());
  if (event.data?.kind === 'keep-map') event.waitUntil(cacheMap(event.data.tiles, false));
  if (event.data?.kind === 'add-map') event.waitUntil(cacheMap(event.data.tiles, true));
});

/** All or nothing: if the page is of another build, as in the middle of a deployment, nothing is cached. */
async function install() {
  const answer = await fetch(page, { cache: 'reload' });
  const html = await answer.clone().text();
  if (!answer.ok || !html.includes(shell[0])) throw new Error('The page is of another build.');
  const cache = await caches.open(FILES_CACHE);
  // Keeps the map's files over an update if they were cached before.
  await cache.addAll((await caches.has(TILES_CACHE)) ? [...shell, ...map] : shell);
  await cache.put(page, answer);
}

async function activate() {
  const old = (await caches.keys()).filter((name) => OLD_FILES.test(name) && name !== FILES_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/** Null leaves a request to the browser: API calls, uploads, and requests to other sites. */
function answerTo({ request, preloadResponse }) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|media|files)\//.test(pathname)) return null;
  if (request.mode === 'navigate') return pageOf(request, preloadResponse);
  if (pathname === '/basemap/index.json') return fetch(request).catch(() => cached(request));
  // Immutable under their addresses; served from the cache if they are in it.
  if (/^\/(assets|basemap|icons)\//.test(pathname)) return cached(request).catch(() => fetch(request));
  return null;
}

/** Pages come from the network, whatever the response; without a network, the app opens from the cache. */
async function pageOf(request, preloadResponse) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const cache = await caches.open(FILES_CACHE);
    const answer = await cache.match(page);
    if (answer === undefined) throw error;
    return answer;
  }
}

async function cached(request) {
  const answer = await caches.match(request);
  if (answer === undefined) throw new TypeError('Not kept.');
  return answer;
}

/**
 * Caches the map's code and these tiles. Deletes all other tiles, and the cache if there are no tiles at all, unless
 * `isMore`.
 */
async function cacheMap(tiles, isMore) {
  if (!Array.isArray(tiles) || tiles.length === 0) return isMore ? undefined : caches.delete(TILES_CACHE);
  const addresses = tiles.slice(0, TILES_MAX).map((tile) => new URL(tile, location.origin));
  const wanted = addresses.filter(
    ({ origin, pathname }) => origin === location.origin && /^\/basemap\//.test(pathname),
  );
  const cache = await caches.open(TILES_CACHE);
  const held = await cache.keys();
  const index = new URL('/basemap/index.json', location.origin).href;
  const names = new Set([index, ...wanted.map(({ href }) => href)]);
  const outdated = isMore ? [] : held.filter(({ url }) => !names.has(url));
  await Promise.all(outdated.map((request) => cache.delete(request)));
  const there = new Set(held.map(({ url }) => url));
  // The index is the only file that changes.
  await cache.addAll([...names].filter((name) => name === index || !there.has(name)));
  const files = await caches.open(FILES_CACHE);
  for (const file of map) if ((await files.match(file)) === undefined) await files.add(file);
}
