import { Button } from '@mantine/core';
import type { Avatar as AvatarData } from '@switchback/contracts/resources/user';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { Avatar } from '../../components/Avatar.js';
import { profileTexts } from '../../texts/profile.js';
import styles from './Profile.module.css';

const AvatarDialog = lazyComponent(() => import('./AvatarDialog.js'), 'notice');

const words = profileTexts.avatar;

/** The current photo, none, or a new file; takes effect when the profile is saved. */
export type AvatarChoice = 'kept' | 'removed' | File;

interface Props {
  avatar: AvatarData | null;
  choice: AvatarChoice;
  onChoice: (choice: AvatarChoice) => void;
}

/** Shows the profile photo, with buttons to change and remove it. */
export function AvatarField({ avatar, choice, onChoice }: Props) {
  const [editing, setEditing] = useState(false);
  const hasPhoto = choice instanceof File || (choice === 'kept' && avatar !== null);
  return (
    <div className={styles.photo} role="group" aria-label={words.label}>
      {choice instanceof File ? (
        <ChosenPhoto file={choice} />
      ) : (
        <Avatar avatar={choice === 'kept' ? avatar : null} size="medium" />
      )}
      <Button variant="default" onClick={() => setEditing(true)}>
        {words.change}
      </Button>
      {hasPhoto && (
        <Button variant="subtle" onClick={() => onChoice(avatar === null ? 'kept' : 'removed')}>
          {words.remove}
        </Button>
      )}
      {editing && (
        <Suspense>
          <AvatarDialog
            onClose={() => setEditing(false)}
            onApply={(file) => {
              onChoice(file);
              setEditing(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Previews the file to be sent; stays empty if the browser cannot display it. */
function ChosenPhoto({ file }: { file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt="" className={styles.preview} />;
}
