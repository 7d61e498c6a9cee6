import { useRef } from 'react';

/**
 * Returns a function that gives each content its idempotency key: retrying after a lost response creates no second
 * record, while changed content, or the same after a success, is a new attempt.
 */
export function useAttemptKey(): { keyOf: (content: unknown) => string; succeeded: () => void } {
  const attempt = useRef({ content: '', key: '' });
  return {
    keyOf(content) {
      const text = JSON.stringify(content);
      if (text !== attempt.current.content) attempt.current = { content: text, key: crypto.randomUUID() };
      return attempt.current.key;
    },
    succeeded() {
      attempt.current = { content: '', key: '' };
    },
  };
}
