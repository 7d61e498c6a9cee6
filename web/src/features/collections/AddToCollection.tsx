import { Button } from '@mantine/core';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useId, useState } from 'react';
import { useSummaryQuery } from '../../api/api.js';
import { useCollectionsInfiniteQuery } from '../../api/collections-api.js';
import { reasonOf } from '../../api/error.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { collectClosed } from '../../lib/store/marks-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store/store.js';
import { useSession } from '../../lib/people/use-user.js';
import { addToCollectionTexts as words } from '../../texts/add-to-collection.js';
import { texts } from '../../texts/en.js';
import { Dialog } from '../../components/Dialog.js';
import styles from './AddToCollection.module.css';
import { CollectionRow } from './CollectionRow.js';
import { inOrder } from './in-order.js';
import { NewCollection } from './NewCollection.js';
import { QuickAdd } from './QuickAdd.js';

/** Adds drives to the last used collection, and shows the dialog that adds a drive to any of them and removes it. */
export default function AddToCollection() {
  return (
    <>
      <QuickAdd />
      <CollectionsDialog />
    </>
  );
}

function CollectionsDialog() {
  const dispatch = useAppDispatch();
  const driveId = useAppSelector(({ marks }) => marks.collecting);
  const userId = useSession()?.userId;
  // The drive stays while the dialog closes.
  const [shown, setShown] = useState(driveId);
  if (driveId !== null && driveId !== shown) setShown(driveId);
  return (
    <Dialog
      opened={driveId !== null && userId !== undefined}
      onClose={() => dispatch(collectClosed())}
      title={words.title}
    >
      {shown !== null && userId !== undefined && <Choice key={shown} userId={userId} driveId={shown} />}
    </Dialog>
  );
}

function Choice({ userId, driveId }: { userId: string; driveId: string }) {
  const lead = useId();
  const { data: drive } = useSummaryQuery(driveId);
  const { data, error, refetch } = useCollectionsInfiniteQuery(userId, { refetchOnMountOrArgChange: true });
  const own = data?.pages[0]?.collections.filter(({ owner }) => owner?.id === userId);
  // A changed collection becomes the newest, but its row stays where it is.
  const [order, setOrder] = useState<readonly string[]>([]);
  const shown = own && inOrder(own, order);
  if (shown?.some(({ id }) => !order.includes(id))) setOrder(shown.map(({ id }) => id));
  return (
    <div className={styles.content}>
      <p id={lead} className={styles.lead}>
        {drive ? words.lead(titleOf(drive)) : words.leadUnnamed}
      </p>
      {shown === undefined && error === undefined && <p>{texts.loading}</p>}
      {shown === undefined && error !== undefined && (
        <div role="alert" className={styles.failed}>
          <p>
            {words.notLoaded} {reasonOf(error)}
          </p>
          <Button variant="default" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </div>
      )}
      {shown?.length === 0 && <p>{words.none}</p>}
      {shown !== undefined && shown.length > 0 && (
        <ul aria-labelledby={lead} className={styles.rows}>
          {shown.map((collection) => (
            <CollectionRow key={collection.id} collection={collection} driveId={driveId} />
          ))}
        </ul>
      )}
      {shown !== undefined && shown.length >= LIMITS.collectionsMax ? (
        <p>{words.tooMany(LIMITS.collectionsMax)}</p>
      ) : (
        <NewCollection driveId={driveId} />
      )}
    </div>
  );
}
