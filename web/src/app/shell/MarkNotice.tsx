import { useEffect } from 'react';
import { Link } from 'react-router';
import { sentences } from '../../api/error.js';
import { outcomeClosed } from '../../lib/marks-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store.js';
import { useSession } from '../../lib/use-user.js';
import { texts } from '../../texts/en.js';
import styles from './Shell.module.css';

const SHOWN_MS = 6_000;
const words = texts.account.marked;

/** A line about the drive that the person has just saved or completed; usually empty. */
export function MarkNotice() {
  const dispatch = useAppDispatch();
  const outcome = useAppSelector(({ marks }) => marks.last);
  const stored = useAppSelector(({ marks }) => outcome !== null && marks.stored[outcome.driveId] === true);
  const userId = useSession()?.userId;
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => dispatch(outcomeClosed()), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [dispatch, outcome, stored]);
  const failure = outcome?.failure ?? null;
  return (
    <>
      <div role="status">
        {outcome !== null && failure === null && userId !== undefined && (
          <p className={styles.notice}>
            {outcome.mark === 'save' && outcome.on && stored
              ? words.offline
              : words[outcome.mark][outcome.on ? 'on' : 'off']}
            {outcome.on && <Link to={`/profile/${encodeURIComponent(userId)}`}>{words.where[outcome.mark]}</Link>}
          </p>
        )}
      </div>
      <div role="alert">
        {outcome !== null && failure !== null && (
          <p className={styles.notice}>
            {words.failed[outcome.mark][outcome.on ? 'on' : 'off']} {sentences(failure)}
          </p>
        )}
      </div>
    </>
  );
}
