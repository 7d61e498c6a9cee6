import { useEffect, useEffectEvent } from 'react';
import { texts } from '../texts/en.js';
import buttonStyles from './FrameButton.module.css';
import { OfflineDrivesLink } from './OfflineDrivesLink.js';
import { Message } from './Message.js';
import styles from './NoConnection.module.css';

/** How a missing part is reported. */
export type Missing = 'page' | 'notice' | 'nothing';

interface Props {
  missing: Missing;
  /** @param request whether the person asked for it, or the connection is back. */
  onRetry: (request: boolean) => void;
}

/** Placeholder for a part of the page whose code could not be loaded; retries when the connection is back. */
export function NoConnection({ missing, onRetry }: Props) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const online = () => retry(false);
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, []);
  const { title, message } = texts.errors.network;
  const again = (
    <button type="button" className={buttonStyles.button} onClick={() => onRetry(true)}>
      {texts.retry}
    </button>
  );
  if (missing === 'nothing') return null;
  if (missing === 'notice') {
    return (
      <div role="alert" className={styles.notice}>
        <p className={styles.title}>{title}</p>
        <p>{message}</p>
        {again}
      </div>
    );
  }
  return (
    <div role="alert">
      <Message title={title} text={message}>
        {again}
        <OfflineDrivesLink />
      </Message>
    </div>
  );
}
