import { asCallError } from '../api/error.js';
import { texts } from '../texts/en.js';
import buttonStyles from './FrameButton.module.css';
import { Notice } from './Notice.js';
import styles from './Pending.module.css';

interface Props {
  /** Undefined while the call is in progress. */
  error: unknown;
  onRetry: () => void;
}

/** Stands in the place of content that is loading, or failed to load. */
export function Pending({ error, onRetry }: Props) {
  if (error === undefined)
    return (
      <p role="status" className={styles.wait}>
        {texts.loading}
      </p>
    );
  const { title, message } = asCallError(error);
  return (
    <Notice kind="error" title={title} text={message}>
      <button type="button" className={buttonStyles.button} onClick={onRetry}>
        {texts.retry}
      </button>
    </Notice>
  );
}
