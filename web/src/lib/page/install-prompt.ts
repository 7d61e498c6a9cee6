import { useSyncExternalStore } from 'react';

/** Event sent by browsers that can install the app, before they would prompt by themselves. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function offer(event: InstallEvent | null): void {
  offered = event;
  for (const notify of listeners) notify();
}

/**
 * Defers the browser's own prompt until the user asks for it: the browser fires the event once, soon after the page has
 * loaded.
 */
export function followInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer(event as InstallEvent);
  });
  addEventListener('appinstalled', () => offer(null));
}

/** Returns a function that prompts to install the app; null if the browser does not offer it, or has it installed. */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => offered,
  );
  if (event === null) return null;
  return () => {
    offer(null);
    void event.prompt();
  };
}
