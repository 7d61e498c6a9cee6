import { Button } from '@mantine/core';
import type { Avatar as AvatarData } from '@switchback/contracts/resources/user';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { part } from '../../components/part.js';
import { Avatar } from '../../components/Avatar.js';
import { profileTexts } from '../../texts/profile.js';
import styles from './Profile.module.css';

const AvatarDialog = part(() => import('./AvatarDialog.js'), 'notice');

const words = profileTexts.avatar;

/** The present photo, none, or another one: it counts once the profile is saved. */
export type AvatarChoice = 'kept' | 'removed' | File;

interface Props {
  avatar: AvatarData | null;
  choice: AvatarChoice;
  onChoice: (choice: AvatarChoice) => void;
}

/** The photo of a profile, and the way to another one. */
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

/** The file as it will be sent. One the browser cannot show leaves its place empty. */
function ChosenPhoto({ file }: { file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt="" className={styles.preview} />;
}
