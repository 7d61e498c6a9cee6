/* Runs before everything else on the page: starts to load the page's own files together with the entry, and loads the
   page again if one of its files is lost. The build writes the lists of files above this text; see plugin.ts. */
{
  const { addEventListener, document, location, navigator } = globalThis;
  const KEY = 'switchback.reloads';
  const ATTEMPTS = 3;
  const PAUSE_MS = 300;

  /** Counts the attempts of this tab; 0 if there were too many, or if the browser stores nothing. */
  const nextAttempt = () => {
    try {
      const attempt = Number(globalThis.sessionStorage.getItem(KEY) ?? 0) + 1;
      globalThis.sessionStorage.setItem(KEY, attempt);
      return attempt > ATTEMPTS ? 0 : attempt;
    } catch {
      return 0;
    }
  };

  let isLost = false;
  /** Browsers do not request a failed module again on the same page. */
  const reload = () => {
    if (isLost) return;
    isLost = true;
    const attempt = nextAttempt();
    if (attempt === 0) document.documentElement.dataset.lost = '';
    else globalThis.setTimeout(() => location.reload(), attempt * PAUSE_MS);
  };
  const restartCount = () => {
    try {
      if (!isLost) globalThis.sessionStorage.removeItem(KEY);
    } catch {
      // Nothing was stored.
    }
  };
  addEventListener('pagehide', restartCount);

  let hasActed = false;
  for (const action of ['pointerdown', 'keydown']) addEventListener(action, () => (hasActed = true), true);
  /** Once the person has done something, the part of the page that lost its file offers to reload. */
  const onLost = () => {
    if (navigator.onLine && !hasActed) reload();
  };
  // Errors of files do not bubble. Other sites' files, as those of a map, may be blocked on purpose.
  const onError = ({ target }) => {
    const isNeeded = target.rel === 'stylesheet' || target.type === 'module';
    if (isNeeded && (target.href ?? target.src).startsWith(location.origin)) onLost();
  };
  addEventListener('error', onError, true);
  addEventListener('vite:preloadError', onLost);

  for (const file of globalThis.PAGE_FILES?.[location.pathname.split('/')[1]] ?? []) {
    const styles = file.endsWith('.css');
    const link = document.createElement('link');
    Object.assign(link, { rel: styles ? 'preload' : 'modulepreload', as: styles ? 'style' : 'script' });
    Object.assign(link, { crossOrigin: '', href: file });
    document.head.append(link);
  }
}
