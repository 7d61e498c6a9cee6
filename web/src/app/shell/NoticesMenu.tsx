import { IconBell } from '../../components/icons.js';
import { Link } from 'react-router';
import { useNotices, useReadNoticesMutation } from '../../api/notices-api.js';
import { dayText } from '../../lib/day-text.js';
import type { Notice } from '@switchback/contracts/endpoints/notices';
import { noticesTexts } from '../../texts/notices.js';
import styles from './AccountMenu.module.css';
import { useDisclosure } from './use-disclosure.js';

const words = noticesTexts;

/** Notices about the person's drives; opening the menu marks all of them as read. */
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
        <IconBell size={22} />
        {unread > 0 && (
          <span className={styles.unread} aria-hidden="true">
            {unread}
          </span>
        )}
      </button>
      <div id="notices-menu" className={`${styles.menu} ${styles.notices}`} data-open={menu.open}>
        {(data?.notices ?? []).map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
        {data?.notices.length === 0 && <p className={styles.name}>{words.empty}</p>}
      </div>
    </div>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { kind, at, subject } = notice;
  const text = (
    <>
      {words.kinds[kind](subject.title || words.untitled)} <time dateTime={at}>{dayText(at)}</time>
    </>
  );
  const look = `${styles.item} ${styles.told}`;
  // A reported subject may be gone, so the notice does not link to it.
  if (kind === 'report-settled') return <p className={look}>{text}</p>;
  const page = kind === 'changes-requested' ? '/create' : '/drive-details';
  return (
    <Link className={look} to={`${page}/${encodeURIComponent(subject.id)}`}>
      {text}
    </Link>
  );
}
