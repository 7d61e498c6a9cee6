import { plainPage } from '@switchback/contracts/rules/plain-pages';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LogOutButton } from '../account/LogOutButton.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { useUser } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import { settingsTexts } from '../../texts/settings.js';
import { AccountTab } from './AccountTab.js';
import { LinksTab } from './LinksTab.js';
import { NoticesTab } from './NoticesTab.js';
import { OfflineTab } from './OfflineTab.js';
import { PrivacyTab } from './PrivacyTab.js';
import { SecurityTab } from './SecurityTab.js';
import styles from './Settings.module.css';
import { SHOWN_TABS, tabOf, type Tab, type TabProps } from './tabs.js';

const words = settingsTexts;

interface Props {
  /** The profile, or its editor if the URL has `editing=true`. */
  ProfileTab: ComponentType<TabProps>;
}

/** Settings of the account; the URL selects the tab. */
export function SettingsPage({ ProfileTab }: Props) {
  const [params] = useSearchParams();
  const tab = tabOf(params);
  const user = useUser();
  const product = useProductName();
  useDocumentHead(plainPage(product, '/settings'));
  const Content = CONTENTS[tab] ?? ProfileTab;
  return (
    <div className={styles.page}>
      <nav aria-label={words.nav} className={styles.nav}>
        {SHOWN_TABS.map((name) => (
          <Link
            key={name}
            to={`/settings?tab=${name}`}
            className={styles.tab}
            {...(name === tab ? { 'aria-current': 'page' } : {})}
          >
            {words.tabs[name]}
          </Link>
        ))}
        <LogOutButton className={styles.tab} />
      </nav>
      <section className={styles.content} aria-labelledby="settings-tab">
        <h1 id="settings-tab" className={styles.title}>
          {words.tabs[tab]}
        </h1>
        {user === null ? <p role="status">{texts.loading}</p> : <Content user={user} />}
      </section>
    </div>
  );
}

const CONTENTS: Partial<Record<Tab, ComponentType<TabProps>>> = {
  privacy: PrivacyTab,
  security: SecurityTab,
  account: AccountTab,
  notices: NoticesTab,
  offline: OfflineTab,
  sharing: LinksTab,
  legal: LinksTab,
  about: LinksTab,
};
