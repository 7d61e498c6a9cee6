import { Button } from '@mantine/core';
import type { User } from '@switchback/contracts/resources/user';
import { useState } from 'react';
import { asCallError, sentences } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { sharingTexts } from '../../../texts/sharing.js';
import styles from '../DetailsPanel.module.css';
import { PeopleField } from './PeopleField.js';
import { SecretLink } from './SecretLink.js';
import { useShareMutation, useSharesQuery } from './sharing-endpoints.js';

const words = sharingTexts;
const NOBODY: readonly string[] = [];

interface Props {
  driveId: string;
  user: User;
  open: boolean;
  onClose: () => void;
}

/** Lets the owner of a private drive choose the Heroes who may see it, and saves the whole list. */
export default function SharePrivateDialog({ driveId, user, open, onClose }: Props) {
  return (
    <Dialog
      opened={open}
      onClose={onClose}
      title={words.title}
      // Discards earlier input, so that the dialog reopens empty.
      keepMounted={false}
    >
      <People driveId={driveId} user={user} />
      <SecretLink driveId={driveId} />
    </Dialog>
  );
}

function People({ driveId, user }: Pick<Props, 'driveId' | 'user'>) {
  const { data: shared, error: failure } = useSharesQuery(
    { driveId, userId: user.id },
    { refetchOnMountOrArgChange: true },
  );
  const [share, { isLoading, isSuccess, error, reset }] = useShareMutation();
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const picked = chosen ?? shared ?? NOBODY;
  const isChanged = chosen !== null && (chosen.length !== shared?.length || chosen.some((id) => !shared.includes(id)));
  const save = () => void share({ driveId, userId: user.id, users: [...picked] }).then(() => setChosen(null));
  const refusal = error ?? failure;
  return (
    <div className={styles.form}>
      <p className={styles.note}>{words.lead}</p>
      <PeopleField
        user={user}
        picked={picked}
        isLoading={shared === undefined}
        onChange={(ids) => {
          setChosen(ids);
          reset();
        }}
      />
      <p role="alert" className={styles.note}>
        {refusal === undefined ? '' : sentences(asCallError(refusal))}
      </p>
      <div className={styles.actions}>
        <Button disabled={!isChanged} loading={isLoading} onClick={save}>
          {words.save}
        </Button>
        <span role="status">{isSuccess && !isChanged ? words.saved : ''}</span>
      </div>
    </div>
  );
}
