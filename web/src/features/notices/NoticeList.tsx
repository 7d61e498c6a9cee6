import type { Notice } from '@switchback/contracts/endpoints/notices';
import { COLLECTION_PAGE } from '@switchback/contracts/rules/collections';
import type { NoticeKind } from '@switchback/contracts/rules/moderation';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useReadNoticesMutation } from '../../api/notices-api.js';
import { dayText } from '../../lib/text/day-text.js';
import { noticesTexts } from '../../texts/notices.js';
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

/** Pages of subjects other than the page of a drive. */
const PAGES: Partial<Record<NoticeKind, string>> = {
  'changes-requested': '/create',
  'collection-shared': COLLECTION_PAGE,
  'collection-approved': COLLECTION_PAGE,
  'collection-changes-requested': COLLECTION_PAGE,
};

function NoticeItem({ notice }: { notice: Notice }) {
  const { kind, at, subject } = notice;
  const text = (
    <>
      {noticesTexts.kinds[kind](subject.title || noticesTexts.untitled, notice)}{' '}
      <time dateTime={at}>{dayText(at)}</time>
    </>
  );
  // A reported subject may be gone, so the notice does not link to it.
  if (kind === 'report-settled') return <p className={styles.notice}>{text}</p>;
  return (
    <Link className={styles.notice} to={`${PAGES[kind] ?? '/drive-details'}/${encodeURIComponent(subject.id)}`}>
      {text}
    </Link>
  );
}
