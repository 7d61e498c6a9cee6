import { COLLECTIONS_PAGE } from '@switchback/contracts/rules/collections';
import { DEALS_PAGE, SAVED_HASH } from '@switchback/contracts/rules/pages';
import { FROM_HERE_PAGE } from '@switchback/contracts/rules/plans';
import { IconChevronDown } from '../../components/icons.js';
import { Link } from 'react-router';
import { AccountBadge } from '../../components/AccountBadge.js';
import { LogOutButton } from '../../features/account/LogOutButton.js';
import { Avatar } from '../../components/Avatar.js';
import { useUser } from '../../lib/people/use-user.js';
import { moderationTexts } from '../../texts/moderation.js';
import { texts } from '../../texts/en.js';
import styles from './AccountMenu.module.css';
import { useDisclosure } from './use-disclosure.js';

const words = texts.account;

/** The account of the session: the picture links to the settings, the menu next to it has the name and Log Out. */
export default function AccountMenu({ userId }: { userId: string }) {
  const user = useUser();
  const menu = useDisclosure();
  return (
    <div className={styles.account} {...menu.around}>
      <Link to="/settings" className={styles.picture} aria-label={words.menu.settings}>
        <Avatar avatar={user?.avatar ?? null} size="small" />
      </Link>
      <button
        {...menu.button}
        type="button"
        className={styles.button}
        aria-controls="account-menu"
        aria-label={
          user === null ? words.menu.loading : words.menu.account(user.username, words.types[user.accountType])
        }
      >
        {user !== null && <AccountBadge type={user.accountType} />}
        <IconChevronDown size={18} />
      </button>
      <div id="account-menu" className={styles.menu} data-open={menu.open}>
        <p className={styles.name}>
          <span>{user?.username}</span>
          {user !== null && <AccountBadge type={user.accountType} />}
        </p>
        <Link to={`/profile/${encodeURIComponent(userId)}`} className={styles.item}>
          {words.menu.profile}
        </Link>
        <Link to={`/profile/${encodeURIComponent(userId)}${SAVED_HASH}`} className={styles.item}>
          {words.menu.saved}
        </Link>
        <Link to={COLLECTIONS_PAGE} className={styles.item}>
          {words.menu.collections}
        </Link>
        <Link to={FROM_HERE_PAGE} className={styles.item}>
          {words.menu.fromHere}
        </Link>
        <Link to={DEALS_PAGE} className={styles.item}>
          {words.menu.deals}
        </Link>
        {user?.accountType === 'admin' && (
          <Link to="/moderation" className={styles.item}>
            {moderationTexts.title}
          </Link>
        )}
        <Link to="/settings" className={styles.item}>
          {words.menu.settings}
        </Link>
        <LogOutButton className={styles.item} />
      </div>
    </div>
  );
}
