import { useSyncExternalStore } from 'react';

/** What browsers that offer it send before they would ask by themselves. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function offer(event: InstallEvent | null): void {
  offered = event;
  for (const tell of listeners) tell();
}

/** Holds the browser's own question back until somebody wants it: it comes once, soon after the page has loaded. */
export function followInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer(event as InstallEvent);
  });
  addEventListener('appinstalled', () => offer(null));
}

/** Asks to install the app; null where the browser does not offer it, or has it installed. */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => offered,
  );
  if (event === null) return null;
  return () => {
    offer(null);
    void event.prompt();
  };
}
