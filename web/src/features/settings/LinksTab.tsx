import { Link, useSearchParams } from 'react-router';
import { texts } from '../../texts/en.js';
import { settingsTexts } from '../../texts/settings.js';
import styles from './Settings.module.css';
import { tabOf, type TabProps } from './tabs.js';

const words = settingsTexts;

/** Tabs that only link to other pages. */
export function LinksTab({ user }: TabProps) {
  const [params] = useSearchParams();
  const links: Partial<Record<string, readonly (readonly [string, string])[]>> = {
    sharing: [[`/profile/${encodeURIComponent(user.id)}`, words.sharing.open]],
    legal: [
      ['/terms', words.legal.terms],
      ['/privacy', words.legal.privacy],
      ['/review-guidelines', words.legal.reviews],
    ],
    about: [
      ['/about', texts.footer.about],
      ['/contact', texts.footer.help],
    ],
  };
  const tab = tabOf(params);
  return (
    <>
      {tab === 'sharing' && <p className={styles.lead}>{words.sharing.lead}</p>}
      <ul className={styles.links}>
        {links[tab]?.map(([to, name]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
