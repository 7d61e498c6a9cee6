/** The page's side of `sw.js`: there is none in development, and none where the browser has no such thing. */

type Listener = () => void;

let waiting: ServiceWorker | null = null;
const listeners = new Set<Listener>();
const HOUR_MS = 3_600_000;

/** Begins to keep the app's files, once the page has what it needs itself. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const begin = () => void register().catch(() => undefined);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const look = () => {
    // The first worker of a browser replaces nothing: there is no news in it.
    waiting = navigator.serviceWorker.controller === null ? null : registration.waiting;
    for (const tell of listeners) tell();
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  // A tab may stay open for days.
  setInterval(() => void registration.update().catch(() => undefined), HOUR_MS);
}

export function followWaiting(tell: Listener): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Whether a newer version of the app is there, and waits until nobody uses this one. */
export const isWaiting = (): boolean => waiting !== null;

/** Hands over to the newer version, and opens the page anew in it. */
export function update(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => globalThis.location.reload(), { once: true });
  waiting?.postMessage({ kind: 'update' });
}

/** Keeps the map's code and the tiles at these addresses; none lets go of them. */
export async function keepMap(tiles: readonly string[]): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ kind: 'keep-map', tiles });
}
