import { Button } from '@mantine/core';
import { OFFLINE_PAGE } from '@switchback/contracts/rules/offline';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
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
        <Button component={Link} to={OFFLINE_PAGE} variant="default">
          {texts.offline.kept}
        </Button>
      </Message>
    </div>
  );
}
