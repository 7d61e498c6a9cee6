import { Button } from '@mantine/core';
import { OfflineDrivesLink } from '../../../components/OfflineDrivesLink.js';
import { exploreTexts } from '../../../texts/explore.js';
import { texts } from '../../../texts/en.js';
import styles from './Results.module.css';

/** Shown instead of drives if the first search failed; the notice above gives the reason, then disappears. */
export function FailedState({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`${styles.empty} ${styles.failed}`}>
      <p>{exploreTexts.results.notLoaded}</p>
      <Button onClick={onRetry}>{texts.retry}</Button>
      <OfflineDrivesLink />
    </div>
  );
}
