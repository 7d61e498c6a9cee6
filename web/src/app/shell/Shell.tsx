import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { Outlet, useLocation } from 'react-router';
import { useAppSelector } from '../../lib/store/store.js';
import { useSession } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import { ErrorBoundary } from '../ErrorBoundary.js';
import { UpdateNotice } from '../offline/UpdateNotice.js';
import { Footer } from './Footer.js';
import { Header } from './Header.js';
import { MarkNotice } from './MarkNotice.js';
import styles from './Shell.module.css';

const LazyOfflineSync = lazyComponent(() => import('../offline/OfflineSync.js'), 'nothing');
const LazyPrompts = lazyComponent(() => import('../../features/auth/AccountPrompts.js'), 'nothing');
const AddToCollection = lazyComponent(() => import('../../features/collections/AddToCollection.js'), 'notice');

/** Renders its children from the first time they are needed, and keeps them mounted. */
function Once({ needed, children }: { needed: boolean; children: ReactNode }) {
  const [wasNeeded, setWasNeeded] = useState(needed);
  if (needed && !wasNeeded) setWasNeeded(true);
  return wasNeeded && <Suspense>{children}</Suspense>;
}

/** Loads with the first prompt, and stays: a closing prompt still animates. */
function AccountPrompts() {
  const request = useAppSelector((state) => state.prompt.open !== null);
  return (
    <Once needed={request}>
      <LazyPrompts />
    </Once>
  );
}

/** Loads with the first session, and stays: it deletes the copies once the session has ended. */
function OfflineSync() {
  const session = useSession();
  return (
    <Once needed={session !== null}>
      <LazyOfflineSync />
    </Once>
  );
}

/** Lines at the bottom of the window, also of the dialog for collections if it could not be loaded. */
function Notices() {
  const collecting = useAppSelector((state) => state.marks.collecting !== null);
  const adding = useAppSelector((state) => state.marks.adding.length > 0);
  return (
    <div className={styles.notices} data-above={collecting}>
      <MarkNotice />
      <UpdateNotice />
      <div className={styles.missing}>
        <Once needed={collecting || adding}>
          <AddToCollection />
        </Once>
      </div>
    </div>
  );
}

/** The frame of every page. Explore fills the window: its footer is one line, if there is room. */
export function Shell() {
  const { pathname } = useLocation();
  const isBare = useAppSelector((state) => state.interface.fillsWindow);
  const fills = pathname.startsWith('/explore') || pathname.startsWith('/drive-details');
  return (
    <>
      <a href="#content" className={styles.skip}>
        {texts.skipToContent}
      </a>
      {!isBare && <Header />}
      <main id="content" tabIndex={-1} className={fills ? styles.fill : styles.page}>
        {/* Explore has two addresses, and keeps its map between them. */}
        <ErrorBoundary key={fills ? 'explore' : pathname}>
          <Suspense fallback={<p className={styles.wait}>{texts.loading}</p>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {!isBare && <Footer slim={fills} />}
      <AccountPrompts />
      <OfflineSync />
      {!isBare && <Notices />}
    </>
  );
}
