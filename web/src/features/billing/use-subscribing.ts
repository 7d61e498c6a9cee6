import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { asCallError, sentences } from '../../api/error.js';
import { useOrigin } from '../../lib/store/origin.js';
import { promptClosed, upgraded } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { useUser } from '../../lib/people/use-user.js';
import { useSubscribeMutation } from './billing-endpoints.js';

/** Leaves time to read the confirmation before the redirect. */
const BACK_MS = 3_000;

interface Subscribing {
  subscribe: () => void;
  isBusy: boolean;
  refusal: string | undefined;
  done: { title: string; details: string } | null;
  /** Returns to the page that asked for the upgrade; null if the user came on their own. */
  goBack: (() => void) | null;
}

/** Subscribes once, however often it is retried, then resumes the action that needed the upgrade. */
export function useSubscribing(userId: string): Subscribing {
  const [send, { isLoading, error }] = useSubscribeMutation();
  const [done, setDone] = useState<Subscribing['done']>(null);
  const { origin } = useOrigin();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isHero = useUser()?.accountType !== 'free';
  // Idempotency key: retrying after a lost response creates no second subscription.
  const key = useRef<string | null>(null);
  const subscribe = async () => {
    key.current ??= crypto.randomUUID();
    const { data, error: fault } = await send({ id: userId, key: key.current });
    if (fault === undefined || asCallError(fault).type !== 0) key.current = null;
    if (data !== undefined) setDone(data);
  };
  const goBack = () => {
    dispatch(upgraded());
    void navigate(origin ?? '/', { replace: true });
  };
  const isOver = done !== null && isHero;
  useEffect(() => {
    if (!isOver) return;
    if (origin === undefined) {
      // Discard a prompt from an earlier visit.
      dispatch(promptClosed());
      return;
    }
    const timer = setTimeout(() => {
      dispatch(upgraded());
      void navigate(origin, { replace: true });
    }, BACK_MS);
    return () => clearTimeout(timer);
  }, [isOver, origin, dispatch, navigate]);
  return {
    isBusy: isLoading,
    done,
    subscribe: () => void subscribe(),
    refusal: error === undefined ? undefined : sentences(refused(error)),
    goBack: isOver && origin !== undefined ? goBack : null,
  };
}

/** Returns the server's error for the submit button, or else the general one. */
function refused(error: unknown) {
  const fault = asCallError(error);
  return fault.fields?.['submit'] ?? fault;
}
