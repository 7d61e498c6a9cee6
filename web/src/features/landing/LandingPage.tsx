import { landingPage } from '@switchback/contracts/rules/pages';
import { FROM_HERE_PAGE } from '@switchback/contracts/rules/plans';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSettingsQuery } from '../../api/api.js';
import { lazyComponent } from '../../components/lazy-component.js';
import { SearchBox } from '../../components/SearchBox.js';
import { useDeviceLocation } from '../../lib/page/device-location.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { searchLink } from '../../lib/search/explore-links.js';
import { useProductName } from '../../lib/page/product.js';
import { useSuggestions } from '../../lib/search/use-suggestions.js';
import { useSession } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import { Collections } from './Collections.js';
import { DriveShelf } from './DriveShelf.js';
import { HeroPicture } from './HeroPicture.js';
import styles from './LandingPage.module.css';
import { PopularDrives } from './PopularDrives.js';
import { PublicStats } from './PublicStats.js';
import { useLandingDrives } from './use-landing-drives.js';

// Loaded on demand: few visitors have an account.
const RecentDrives = lazyComponent(() => import('./RecentDrives.js'), 'notice');
// Loaded on demand: few installations have apps in the stores.
const StoreLinks = lazyComponent(() => import('../../components/StoreLinks.js'), 'nothing');

export default function LandingPage() {
  const product = useProductName();
  const session = useSession();
  const apps = useSettingsQuery().data?.apps;
  const { location, nearby, popular, ranked, failed, retry } = useLandingDrives();
  useDocumentHead(landingPage(product));
  const popularDrives = <PopularDrives drives={popular} failed={failed} onRetry={retry} />;
  const isNear = nearby.length > 0;
  return (
    <>
      <section className={styles.hero}>
        <HeroPicture drives={[...nearby, ...(popular ?? []), ...ranked]} />
        <div className={styles.heroText}>
          <h1 className={styles.tagline}>{texts.landing.tagline}</h1>
          <p className={styles.lead}>{texts.landing.lead}</p>
          <LandingSearch />
          <div className={styles.ways}>
            <Link to="/explore?view=map" className={styles.nearby}>
              {texts.landing.nearby}
            </Link>
            <Link to={FROM_HERE_PAGE} className={styles.nearby}>
              {texts.landing.fromHere}
            </Link>
          </div>
        </div>
      </section>
      <div className={styles.body}>
        {/* The location arrives late: its drives take the first place, and the popular ones the last, so nothing moves. */}
        {isNear ? (
          <DriveShelf id="nearby-drives" title={texts.landing.nearYou} drives={nearby} from={location} />
        ) : (
          popularDrives
        )}
        {session !== null && (
          <Suspense>
            <RecentDrives userId={session.userId} />
          </Suspense>
        )}
        <PublicStats />
        <section className={styles.share}>
          <p>{texts.landing.shareText}</p>
          <Link to="/explore" className={styles.nearby}>
            {texts.landing.share}
          </Link>
          <Link to="/create" className={styles.nearby}>
            {texts.landing.create}
          </Link>
          <Link to="/get-app" className={styles.nearby}>
            {texts.landing.app}
          </Link>
          {(apps?.ios ?? apps?.android) && (
            <Suspense fallback={null}>
              <StoreLinks />
            </Suspense>
          )}
        </section>
        {ranked.length > 0 && <DriveShelf id="ranked-drives" title={texts.landing.ranked} drives={ranked} />}
        <Collections />
        {isNear && popularDrives}
      </div>
    </>
  );
}

function LandingSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const near = useDeviceLocation();
  const { note, ...suggestions } = useSuggestions({ text, kind: 'place', near });
  return (
    <SearchBox
      text={text}
      onText={setText}
      {...suggestions}
      onChoose={(result) => {
        note(result);
        void navigate(searchLink(result));
      }}
      label={texts.landing.searchLabel}
      placeholder={texts.landing.searchPlaceholder}
      submitLabel={texts.landing.searchButton}
    />
  );
}
