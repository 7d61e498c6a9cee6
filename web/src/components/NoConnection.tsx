import { useEffect, useEffectEvent } from 'react';
import { texts } from '../texts/en.js';
import styles from './FrameButton.module.css';
import { KeptDrivesLink } from './KeptDrivesLink.js';
import { Message } from './Message.js';
import { Notice } from './Notice.js';

/** How much is said of a missing part. */
export type Missing = 'page' | 'notice' | 'nothing';

/** Stands where a part of the page would whose code could not be loaded; loads it when the connection is back. */
export function NoConnection({ missing, onRetry }: { missing: Missing; onRetry: () => void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const online = () => retry();
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, []);
  const { title, message } = texts.errors.network;
  const again = (
    <button type="button" className={styles.button} onClick={onRetry}>
      {texts.retry}
    </button>
  );
  if (missing === 'nothing') return null;
  if (missing === 'notice') {
    return (
      <Notice kind="error" title={title} text={message}>
        {again}
      </Notice>
    );
  }
  return (
    <div role="alert">
      <Message title={title} text={message}>
        {again}
        <KeptDrivesLink />
      </Message>
    </div>
  );
}
