import { SAVED_HASH } from '@switchback/contracts/rules/pages';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { sentences } from '../../api/error.js';
import { CollectedLine } from '../../features/collections/CollectedLine.js';
import { collectAsked, collectClosed, type MarkOutcome, outcomeClosed } from '../../lib/store/marks-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store/store.js';
import { useSession } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import styles from './Shell.module.css';

const SHOWN_MS = 6_000;
const words = texts.account.marked;

/** A line about the drive that the person has just saved, completed or collected; usually empty. */
export function MarkNotice() {
  const dispatch = useAppDispatch();
  const outcome = useAppSelector(({ marks }) => marks.last);
  const stored = useAppSelector(({ marks }) => outcome !== null && marks.stored[outcome.driveId] === true);
  const collecting = useAppSelector(({ marks }) => marks.collecting !== null);
  const userId = useSession()?.userId;
  useEffect(() => {
    // The link is out of the keyboard's reach until the dialog closes.
    if (outcome === null || collecting) return undefined;
    const timer = setTimeout(() => dispatch(outcomeClosed()), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [dispatch, outcome, stored, collecting]);
  const failed = outcome !== null && outcome.failure !== null;
  const line = outcome !== null && (
    <p className={styles.notice}>
      {'mark' in outcome ? (
        <MarkedLine outcome={outcome} stored={stored} userId={userId} />
      ) : (
        <CollectedLine
          outcome={outcome}
          onChange={collecting ? null : () => dispatch(collectAsked(outcome.driveId))}
          onOpen={() => dispatch(collectClosed())}
        />
      )}
    </p>
  );
  return (
    <>
      <div role="status">{!failed && userId !== undefined && line}</div>
      <div role="alert">{failed && line}</div>
    </>
  );
}

interface Props {
  outcome: MarkOutcome;
  /** Whether the drive is also stored on this device. */
  stored: boolean;
  userId: string | undefined;
}

function MarkedLine({ outcome: { mark, on, failure }, stored, userId = '' }: Props) {
  const change = on ? 'on' : 'off';
  if (failure !== null)
    return (
      <>
        {words.failed[mark][change]} {sentences(failure)}
      </>
    );
  return (
    <>
      {mark === 'save' && on && stored ? words.offline : words[mark][change]}
      {on && <Link to={`/profile/${encodeURIComponent(userId)}${SAVED_HASH}`}>{words.where[mark]}</Link>}
    </>
  );
}
