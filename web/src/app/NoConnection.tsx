import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Message } from '../components/Message.js';
import { texts } from '../texts/en.js';

/** Stands where a part of the page would whose code could not be loaded; loads it when the connection is back. */
export function NoConnection({ onRetry }: { onRetry: () => void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const online = () => retry();
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, []);
  const { title, message } = texts.errors.network;
  return (
    <div role="alert">
      <Message title={title} text={message}>
        <Button onClick={onRetry}>{texts.retry}</Button>
      </Message>
    </div>
  );
}
