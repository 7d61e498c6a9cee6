import { useCallback, useEffect, useState } from 'react';

export type CopyState = 'idle' | 'in-progress' | 'success' | 'error';

/** From the spec: the outcome shows after 750 ms and disappears 3 s later. */
export const OUTCOME_AFTER_MS = 750;
export const IDLE_AFTER_MS = 3_000;

/** Copies a URL and reports progress and outcome with the spec's timing. */
export function useCopyLink(address: string): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('idle');
  const [outcome, setOutcome] = useState<'success' | 'error' | null>(null);
  const copy = useCallback(() => {
    setOutcome(null);
    setState('in-progress');
    write(address).then(
      () => setOutcome('success'),
      () => setOutcome('error'),
    );
  }, [address]);
  useEffect(() => {
    if (outcome === null) return;
    const shown = setTimeout(() => setState(outcome), OUTCOME_AFTER_MS);
    const over = setTimeout(() => {
      setState('idle');
      setOutcome(null);
    }, OUTCOME_AFTER_MS + IDLE_AFTER_MS);
    return () => {
      clearTimeout(shown);
      clearTimeout(over);
    };
  }, [outcome]);
  return { state, copy };
}

/** Rejects if the browser has no clipboard (insecure context) or denies access to it. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
