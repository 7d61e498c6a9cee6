import { skipToken } from '@reduxjs/toolkit/query';
import { COLLECTIONS_PAGE } from '@switchback/contracts/rules/collections';
import { collectionPage, plainCollectionPage } from '@switchback/contracts/rules/pages';
import { type ComponentType, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useUserQuery } from '../../../api/account-api.js';
import { useCollectionQuery, useDeleteCollectionMutation } from '../../../api/collections-api.js';
import { asCallError } from '../../../api/error.js';
import type { DetailsPanelProps } from '../../../components/details-slot.js';
import { removeItems } from '../../../lib/offline/device-items.js';
import { useDocumentHead } from '../../../lib/page/document-head.js';
import { useProductName } from '../../../lib/page/product.js';
import { useSession } from '../../../lib/people/use-user.js';
import { collectionTexts } from '../../../texts/collections.js';
import { texts } from '../../../texts/en.js';
import { CollectionFailure } from './CollectionFailure.js';
import styles from './Collections.module.css';
import { OwnedCollection } from './OwnedCollection.js';
import { tripId } from './trip-id.js';

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
  const userId = useSession()?.userId;
  const { isLoading: isLoadingUser } = useUserQuery(userId ?? skipToken);
  const [remove, removal] = useDeleteCollectionMutation();
  // A deleted collection must not be requested again while its page closes.
  const isLeaving = removal.isLoading || removal.isSuccess;
  const { data, error, refetch } = useCollectionQuery({ id }, { refetchOnMountOrArgChange: true, skip: isLeaving });
  // Without the user, the actions would appear later and move the list. A later login leaves the page as it is.
  const [isShown, setShown] = useState(false);
  if (!isShown && data !== undefined && !isLoadingUser) setShown(true);
  const product = useProductName();
  const isPublic = data?.status === 'approved';
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
        if (failure !== undefined) return;
        void navigate(COLLECTIONS_PAGE);
        if (userId !== undefined) await removeItems(userId, [tripId(id)]).catch(() => undefined);
      }}
    />
  );
}
