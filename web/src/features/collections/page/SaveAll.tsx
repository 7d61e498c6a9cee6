import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../../api/error.js';
import { IconBookmark, IconBookmarkFilled } from '../../../components/icons.js';
import { loginNeeded } from '../../../lib/store/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../../lib/store/store.js';
import { numberText } from '../../../lib/text/units.js';
import { useSession, useUser } from '../../../lib/people/use-user.js';
import { collectionTexts } from '../../../texts/collections.js';
import { ACTION_SIZE } from './action-size.js';
import { useSaveAllMutation } from './collection-endpoints.js';
import styles from './Collections.module.css';

const words = collectionTexts.save;

/** Saves every drive that is not saved yet; asks visitors to log in first. */
export function SaveAll({ driveIds }: { driveIds: readonly string[] }) {
  const user = useUser();
  const [saveAll, { isLoading, data: saved, error }] = useSaveAllMutation();
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 });
  const unsaved = driveIds.filter((id) => user?.savedDrives.includes(id) !== true);
  const isAllSaved = user !== null && unsaved.length === 0;
  const save = () => {
    if (user === null || isLoading || isAllSaved) return;
    setProgress({ done: 0, total: unsaved.length });
    const onProgress = (count: number) => setProgress({ done: count, total: unsaved.length });
    void saveAll({ userId: user.id, driveIds: unsaved, onProgress });
  };
  const press = useAfterLogin(save);
  return (
    <>
      <Button
        {...ACTION_SIZE}
        leftSection={isAllSaved ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
        variant={isAllSaved ? 'light' : 'filled'}
        aria-disabled={isLoading || isAllSaved}
        onClick={press}
      >
        {isLoading ? words.progress(numberText(done), numberText(total)) : isAllSaved ? words.all : words.button}
      </Button>
      <p role="status" className={styles.outcome}>
        {saved !== undefined && !isLoading && (
          <>
            {words.done(saved, numberText(saved))}{' '}
            {user !== null && <Link to={`/profile/${encodeURIComponent(user.id)}`}>{words.where}</Link>}
          </>
        )}
      </p>
      <p role="alert" className={styles.outcome}>
        {error !== undefined && !isLoading && `${words.failed(numberText(done), numberText(total))} ${reasonOf(error)}`}
      </p>
    </>
  );
}

/** Returns a function that acts at once, or after the login that it asks for. */
function useAfterLogin(act: () => void): () => void {
  const dispatch = useAppDispatch();
  const session = useSession();
  const user = useUser();
  const isAsking = useAppSelector(({ prompt }) => prompt.open !== null);
  const isWaiting = useRef(false);
  const resume = useEffectEvent(act);
  useEffect(() => {
    if (user === null || !isWaiting.current) return;
    isWaiting.current = false;
    resume();
  }, [user]);
  // The prompt was closed without a login.
  useEffect(() => {
    if (session === null && !isAsking) isWaiting.current = false;
  }, [session, isAsking]);
  return () => {
    if (session === null) dispatch(loginNeeded());
    if (user === null) isWaiting.current = true;
    else act();
  };
}
