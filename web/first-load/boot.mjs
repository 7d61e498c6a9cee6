/* Runs before everything else on the page: starts to load the page's own files together with the entry, and loads the
   page again if one of its files is lost. The build writes the lists of files above this text; see plugin.ts. */
{
  const { document, history, location, navigator } = globalThis;
  const ATTEMPTS = 3;
  const PAUSE_MS = 300;

  let reloading = false;
  /** Browsers do not request a failed module again on the same page. The history counts the attempts. */
  const reload = () => {
    if (reloading) return;
    const attempt = (history.state?.attempt ?? 0) + 1;
    if (attempt > ATTEMPTS) return (document.documentElement.dataset.lost = '');
    reloading = true;
    history.replaceState({ ...history.state, attempt }, '');
    globalThis.setTimeout(() => location.reload(), attempt * PAUSE_MS);
  };
  /** Once the person has done something, the part of the page that lost its file offers to reload. */
  const onLost = () => {
    if (navigator.onLine && navigator.userActivation?.hasBeenActive !== true) reload();
  };
  // Errors of files do not bubble.
  const onError = ({ target }) => (target.rel === 'stylesheet' || target.type === 'module') && onLost();
  globalThis.addEventListener('error', onError, true);
  globalThis.addEventListener('vite:preloadError', onLost);

  for (const file of globalThis.PAGE_FILES?.[location.pathname.split('/')[1]] ?? []) {
    const styles = file.endsWith('.css');
    const link = document.createElement('link');
    Object.assign(link, { rel: styles ? 'preload' : 'modulepreload', as: styles ? 'style' : 'script' });
    Object.assign(link, { crossOrigin: '', href: file });
    document.head.append(link);
  }
}
