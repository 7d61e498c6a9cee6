import { Suspense, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { Outlet, useLocation } from 'react-router';
import { useAppSelector } from '../../lib/store.js';
import { useSession } from '../../lib/use-user.js';
import { texts } from '../../texts/en.js';
import { ErrorBoundary } from '../ErrorBoundary.js';
import { UpdateNotice } from '../offline/UpdateNotice.js';
import { Footer } from './Footer.js';
import { Header } from './Header.js';
import { MarkNotice } from './MarkNotice.js';
import styles from './Shell.module.css';

const LazyOfflineSync = lazyComponent(() => import('../offline/OfflineSync.js'), 'nothing');
const LazyPrompts = lazyComponent(() => import('../../features/auth/AccountPrompts.js'), 'nothing');

/** Loads with the first prompt, and stays mounted: a closing prompt still animates. */
function AccountPrompts() {
  const asked = useAppSelector((state) => state.prompt.open !== null);
  const [needed, setNeeded] = useState(asked);
  if (asked && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense>
        <LazyPrompts />
      </Suspense>
    )
  );
}

/** Loads with the first session, and stays mounted: it deletes the copies once the session has ended. */
function OfflineSyncLoader() {
  const session = useSession();
  const [needed, setNeeded] = useState(session !== null);
  if (session !== null && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense>
        <LazyOfflineSync />
      </Suspense>
    )
  );
}

/** The frame of every page. Explore fills the window: its footer is one line, if there is room. */
export function Shell() {
  const { pathname } = useLocation();
  const fills = pathname.startsWith('/explore') || pathname.startsWith('/drive-details');
  return (
    <>
      <a href="#content" className={styles.skip}>
        {texts.skipToContent}
      </a>
      <Header />
      <main id="content" tabIndex={-1} className={fills ? styles.fill : styles.page}>
        {/* Explore has two addresses, and keeps its map between them. */}
        <ErrorBoundary key={fills ? 'explore' : pathname}>
          <Suspense fallback={<p className={styles.wait}>{texts.loading}</p>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer slim={fills} />
      <AccountPrompts />
      <OfflineSyncLoader />
      <div className={styles.notices}>
        <MarkNotice />
        <UpdateNotice />
      </div>
    </>
  );
}
