import { IconBell } from '../../components/page-icons.js';
import { Link } from 'react-router';
import { useNotices } from '../../api/notices-api.js';
import { NoticeList } from '../../features/notices/NoticeList.js';
import { noticesTexts } from '../../texts/notices.js';
import styles from './AccountMenu.module.css';
import { useDisclosure } from './use-disclosure.js';

const words = noticesTexts;
const SHOWN_MAX = 5;

interface Props {
  userId: string;
  /** Whether the page's menu, which contains this one on a phone, is open. */
  inOpenMenu: boolean;
}

/** The newest notices about the person's drives; opening the menu marks them as read. */
export default function NoticesMenu({ userId, inOpenMenu }: Props) {
  const { data } = useNotices(userId);
  const menu = useDisclosure();
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? words.button : `${words.button}, ${words.unread(unread)}`;
  return (
    <div className={styles.account} {...menu.around}>
      <button {...menu.button} type="button" className={styles.button} aria-controls="notices-menu" aria-label={label}>
        <IconBell size={22} />
        {unread > 0 && (
          <span className={styles.unread} aria-hidden="true">
            {unread}
          </span>
        )}
      </button>
      <div id="notices-menu" className={`${styles.menu} ${styles.notices}`} data-open={menu.open}>
        {data?.notices.length === 0 && <p className={styles.name}>{words.empty}</p>}
        <NoticeList
          userId={userId}
          notices={(data?.notices ?? []).slice(0, SHOWN_MAX)}
          seen={menu.open || inOpenMenu}
        />
        <Link to="/notices" className={styles.item}>
          {words.all}
        </Link>
      </div>
    </div>
  );
}
