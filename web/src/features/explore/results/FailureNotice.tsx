import { useEffect, useState } from 'react';
import type { CallError } from '../../../api/error.js';
import { exploreTexts } from '../../../texts/explore.js';
import styles from './Results.module.css';

const SHOWN_MS = 5_000;

/** Reports a failed search at the top left for five seconds. The last result stays below it. */
export function FailureNotice({ error }: { error: CallError | null }) {
  const [over, setOver] = useState<CallError | null>(null);
  useEffect(() => {
    if (error === null) return;
    const timer = setTimeout(() => setOver(error), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div role="alert">
      {error !== null && error !== over && (
        <div className={styles.failure}>
          <p>{exploreTexts.results.failed}</p>
          <p>
            {error.title}. {error.message}
          </p>
        </div>
      )}
    </div>
  );
}
