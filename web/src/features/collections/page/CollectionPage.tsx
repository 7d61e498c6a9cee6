import { skipToken } from '@reduxjs/toolkit/query';
import type { Collection } from '@switchback/contracts/resources/collection';
import { COLLECTIONS_PAGE } from '@switchback/contracts/rules/collections';
import { collectionPage, plainCollectionPage } from '@switchback/contracts/rules/pages';
import { type ComponentType, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useUserQuery } from '../../../api/account-api.js';
import { useCollectionQuery, useDeleteCollectionMutation } from '../../../api/collections-api.js';
import { asCallError, sentences } from '../../../api/error.js';
import type { DetailsPanelProps } from '../../../components/details-slot.js';
import { lazyComponent } from '../../../components/lazy-component.js';
import { useDocumentHead } from '../../../lib/page/document-head.js';
import { useProductName } from '../../../lib/page/product.js';
import { useSession, useUser } from '../../../lib/people/use-user.js';
import { collectionTexts } from '../../../texts/collections.js';
import { texts } from '../../../texts/en.js';
import { CollectionActions, CollectionMenu } from './CollectionActions.js';
import { CollectionFailure } from './CollectionFailure.js';
import styles from './Collections.module.css';
import { CollectionView } from './CollectionView.js';
import { DeleteDialog } from './DeleteDialog.js';
import { EditDialog } from './EditDialog.js';
import { rightsOn } from './rights.js';
import { useCollectionChange } from './use-collection-change.js';

const ShareDialog = lazyComponent(() => import('./ShareDialog.js'), 'nothing');
const words = collectionTexts;
/** Errors of a collection that the user may not see, or not any more. */
const LOST = [403, 404];

interface Props {
  DetailsPanel: ComponentType<DetailsPanelProps>;
}

/** A collection by its id, with the actions of its owner and of staff. */
export default function CollectionPage({ DetailsPanel }: Props) {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { isLoading: isLoadingUser } = useUserQuery(useSession()?.userId ?? skipToken);
  const [remove, removal] = useDeleteCollectionMutation();
  // A deleted collection must not be requested again while its page closes.
  const isLeaving = removal.isLoading || removal.isSuccess;
  const { data, error, refetch } = useCollectionQuery({ id }, { refetchOnMountOrArgChange: true, skip: isLeaving });
  // Without the user, the actions would appear later and move the list. A later login leaves the page as it is.
  const [isShown, setShown] = useState(false);
  if (!isShown && data !== undefined && !isLoadingUser) setShown(true);
  const product = useProductName();
  const isPublic = data?.privacy === 'public';
  useDocumentHead((isPublic ? collectionPage : plainCollectionPage)(product, data?.name ?? words.title));
  if (error !== undefined && (data === undefined || LOST.includes(asCallError(error).type)))
    return <CollectionFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined || !isShown)
    return (
      <p role="status" className={styles.wait} data-page>
        {texts.loading}
      </p>
    );
  return (
    <OwnedCollection
      DetailsPanel={DetailsPanel}
      loaded={data}
      isDeleting={removal.isLoading}
      deletionError={removal.error}
      onDelete={async () => {
        const { error: failure } = await remove(id);
        if (failure === undefined) void navigate(COLLECTIONS_PAGE);
      }}
    />
  );
}

interface OwnedProps extends Props {
  loaded: Collection;
  isDeleting: boolean;
  deletionError: unknown;
  onDelete: () => Promise<void>;
}

function OwnedCollection({ DetailsPanel, loaded, isDeleting, deletionError, onDelete }: OwnedProps) {
  const user = useUser();
  const { latest: collection, isBusy, change } = useCollectionChange(loaded);
  const [open, setOpen] = useState<'edit' | 'share' | 'delete' | null>(null);
  const [outcome, setOutcome] = useState('');
  const rights = rightsOn(collection, user);
  const close = () => setOpen(null);
  const setPublication = async () => {
    const isPublic = rights.publication === 'publish';
    const error = await change({ privacy: isPublic ? 'public' : 'private' });
    setOutcome(error === null ? (isPublic ? words.published : words.unpublished) : sentences(error));
  };
  return (
    <>
      <CollectionView
        DetailsPanel={DetailsPanel}
        collection={collection}
        source={{ id: collection.id }}
        rights={rights}
        isBusy={isBusy}
        onChange={change}
        actions={
          <CollectionActions
            rights={rights}
            isPublic={collection.privacy === 'public'}
            onEdit={() => setOpen('edit')}
            onShare={() => setOpen('share')}
          />
        }
        menu={
          <CollectionMenu
            rights={rights}
            onPublication={() => void setPublication()}
            onDelete={() => setOpen('delete')}
          />
        }
        outcome={outcome}
      />
      {user !== null && (
        <>
          <EditDialog user={user} collection={collection} open={open === 'edit'} onClose={close} onChange={change} />
          {rights.canShare && (
            <Suspense>
              <ShareDialog
                user={user}
                collection={collection}
                needsHero={rights.needsHero}
                open={open === 'share'}
                onClose={close}
              />
            </Suspense>
          )}
          <DeleteDialog
            open={open === 'delete'}
            isDeleting={isDeleting}
            error={deletionError}
            onClose={close}
            onConfirm={() => void onDelete()}
          />
        </>
      )}
    </>
  );
}
