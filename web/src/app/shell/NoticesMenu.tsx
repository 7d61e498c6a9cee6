import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useNotices, useReadNoticesMutation } from '../../api/notices-api.js';
import { dayText } from '../../lib/day-text.js';
import { noticesTexts } from '../../texts/notices.js';
import styles from './AccountMenu.module.css';
import { useDisclosure } from './use-disclosure.js';

const words = noticesTexts;

/** What became of the person's drives; opening it marks all of it as read. */
export default function NoticesMenu({ userId }: { userId: string }) {
  const { data } = useNotices(userId);
  const [read] = useReadNoticesMutation();
  const menu = useDisclosure();
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? words.button : `${words.button}, ${words.unread(unread)}`;
  return (
    <div className={styles.account} {...menu.around}>
      <button
        {...menu.button}
        type="button"
        className={styles.button}
        aria-controls="notices-menu"
        aria-label={label}
        onClick={() => {
          menu.button.onClick();
          if (!menu.open && unread > 0) void read(userId);
        }}
      >
        <IconBell size={22} aria-hidden="true" />
        {unread > 0 && (
          <span className={styles.unread} aria-hidden="true">
            {unread}
          </span>
        )}
      </button>
      <div id="notices-menu" className={`${styles.menu} ${styles.notices}`} data-open={menu.open}>
        {(data?.notices ?? []).map(({ id, kind, at, subject }) => (
          <Link
            key={id}
            className={`${styles.item} ${styles.told}`}
            to={`${kind === 'changes-requested' ? '/create' : '/drive-details'}/${encodeURIComponent(subject.id)}`}
          >
            {words.kinds[kind](subject.title || words.untitled)} <time dateTime={at}>{dayText(at)}</time>
          </Link>
        ))}
        {data?.notices.length === 0 && <p className={styles.name}>{words.empty}</p>}
      </div>
    </div>
  );
}
