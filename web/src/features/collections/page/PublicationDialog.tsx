import { Button } from '@mantine/core';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { User } from '@switchback/contracts/resources/user';
import { useState } from 'react';
import { Link } from 'react-router';
import { type CallError, reasonOf } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { UpgradeOffer } from '../../../components/UpgradeOffer.js';
import { driveStateOf, isPublished } from '../../../lib/drives/drive-state.js';
import { titleOf } from '../../../lib/drives/drive-title.js';
import { texts } from '../../../texts/en.js';
import { publicationTexts as words } from '../../../texts/publication.js';
import { Badges } from '../Badges.js';
import styles from './Collections.module.css';
import { useCollectionDrives } from './use-collection-drives.js';
import type { AskedChange } from './use-publication.js';

interface Props {
  user: User;
  collection: Collection;
  /** Null for none. */
  asking: AskedChange | null;
  onClose: () => void;
  /** Returns the error if it fails. */
  onConfirm: (confirmed: AskedChange) => Promise<CallError | null>;
}

/** Explains a change of the publication of a collection before its owner confirms it. */
export function PublicationDialog({ user, collection, asking, onClose, onConfirm }: Props) {
  // The content stays while the dialog closes.
  const [shown, setShown] = useState(asking ?? 'ask');
  if (asking !== null && asking !== shown) setShown(asking);
  return (
    <Dialog opened={asking !== null} onClose={onClose} title={words[shown].title} keepMounted={false}>
      <div className={styles.offer}>
        {shown === 'ask' && user.accountType === 'free' ? (
          <>
            <p className={styles.note}>{words.ask.heroOnly}</p>
            <UpgradeOffer />
          </>
        ) : (
          <Question user={user} collection={collection} asking={shown} onClose={onClose} onConfirm={onConfirm} />
        )}
      </div>
    </Dialog>
  );
}

interface QuestionProps extends Props {
  asking: AskedChange;
}

function Question({ user, collection, asking, onClose, onConfirm }: QuestionProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const { drives } = useCollectionDrives(collection.items);
  const hidden = [...drives.values()].filter((drive) => !isPublished(drive));
  const isEmpty = asking === 'ask' && collection.items.every(({ driveId }) => hidden.some(({ id }) => id === driveId));
  const confirm = async () => {
    setBusy(true);
    setError(await onConfirm(asking));
    setBusy(false);
  };
  return (
    <>
      <p className={styles.note}>{words[asking].lead}</p>
      {asking === 'ask' && hidden.length > 0 && <HiddenDrives drives={hidden} user={user} />}
      <p role="alert" className={styles.fault}>
        {isEmpty ? words.ask.nothing : error !== null && reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button loading={isBusy} disabled={isEmpty} onClick={() => void confirm()}>
          {words[asking].button}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </>
  );
}

/** Names the drives that strangers will not see in the published collection. */
function HiddenDrives({ drives, user }: { drives: readonly DriveSummary[]; user: User }) {
  return (
    <div>
      <p className={styles.note}>{words.ask.hidden(drives.length)}</p>
      <ul className={styles.hiddenDrives}>
        {drives.map((drive) => {
          const state = driveStateOf(drive, user);
          return (
            <li key={drive.id}>
              <Link to={`/drive-details/${encodeURIComponent(drive.id)}`}>{titleOf(drive)}</Link>
              {state !== null && <Badges labels={[texts.account.driveStates[state]]} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
