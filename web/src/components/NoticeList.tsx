import type { Notice } from '@switchback/contracts/endpoints/notices';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useReadNoticesMutation } from '../api/notices-api.js';
import { dayText } from '../lib/day-text.js';
import { noticesTexts } from '../texts/notices.js';
import styles from './NoticeList.module.css';

interface Props {
  userId: string;
  notices: readonly Notice[];
  /** Whether the person sees the list, which marks its notices as read. */
  seen: boolean;
}

/** Notices about the person's drives, newest first. */
export function NoticeList({ userId, notices, seen }: Props) {
  const [read] = useReadNoticesMutation();
  const unread = notices
    .filter((notice) => !notice.read)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (seen && unread !== '') void read({ id: userId, ids: unread.split(',') });
  }, [seen, unread, read, userId]);
  return (
    <ul className={styles.list}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeItem notice={notice} />
        </li>
      ))}
    </ul>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { kind, at, subject, corrected } = notice;
  const text = (
    <>
      {noticesTexts.kinds[kind](subject.title || noticesTexts.untitled, corrected)}{' '}
      <time dateTime={at}>{dayText(at)}</time>
    </>
  );
  // A reported subject may be gone, so the notice does not link to it.
  if (kind === 'report-settled') return <p className={styles.notice}>{text}</p>;
  const page = kind === 'changes-requested' ? '/create' : '/drive-details';
  return (
    <Link className={styles.notice} to={`${page}/${encodeURIComponent(subject.id)}`}>
      {text}
    </Link>
  );
}
