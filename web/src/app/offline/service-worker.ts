/** The page's side of `sw.js`: inactive in development, and in browsers without service workers. */

type Listener = () => void;

let waiting: ServiceWorker | null = null;
const listeners = new Set<Listener>();
const HOUR_MS = 3_600_000;

/** Registers the worker once the page has loaded, so that caching the app's files does not delay it. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () => void register().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const look = () => {
    // A browser's first worker replaces nothing, so there is no update.
    waiting = navigator.serviceWorker.controller === null ? null : registration.waiting;
    for (const notify of listeners) notify();
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  // A tab may stay open for days.
  setInterval(() => void registration.update().catch(() => undefined), HOUR_MS);
}

export function followWaiting(notify: Listener): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Whether a newer version of the app is waiting until no tab uses the current one. */
export const isWaiting = (): boolean => waiting !== null;

/** Activates the newer version and reloads the page. */
export function update(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => globalThis.location.reload(), { once: true });
  waiting?.postMessage({ kind: 'update' });
}
