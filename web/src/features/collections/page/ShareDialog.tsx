import { Button } from '@mantine/core';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { User } from '@switchback/contracts/resources/user';
import { SECRET_COLLECTION_PAGE } from '@switchback/contracts/rules/collections';
import { reasonOf } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { SecretLink } from '../../sharing/SecretLink.js';
import { SharedPeople } from '../../sharing/SharedPeople.js';
import { UpgradeOffer } from '../../../components/UpgradeOffer.js';
import { collectionTexts } from '../../../texts/collections.js';
import styles from './Collections.module.css';
import {
  useCollectionLinkQuery,
  useCollectionSharesQuery,
  useCreateCollectionLinkMutation,
  useRevokeCollectionLinkMutation,
  useShareCollectionMutation,
} from './sharing-endpoints.js';

const words = collectionTexts.share;

interface Props {
  user: User;
  collection: Collection;
  /** Whether sharing it needs an account that the user does not have. */
  needsHero: boolean;
  open: boolean;
  onClose: () => void;
}

/** Lets an owner choose the Heroes who may see a collection, and create a secret link to it. */
export default function ShareDialog({ user, collection, needsHero, open, onClose }: Props) {
  const { id } = collection;
  return (
    <Dialog
      opened={open}
      onClose={onClose}
      title={words.title}
      // Discards earlier input, so that the dialog reopens empty.
      keepMounted={false}
    >
      {needsHero ? (
        <Offer id={id} />
      ) : (
        <>
          <People id={id} user={user} />
          <CollectionLink collection={collection} user={user} />
        </>
      )}
    </Dialog>
  );
}

function People({ id, user }: { id: string; user: User }) {
  const { data: shared, error: failure } = useCollectionSharesQuery(id, { refetchOnMountOrArgChange: true });
  const [share, { isLoading, isSuccess, error, reset }] = useShareCollectionMutation();
  return (
    <SharedPeople
      user={user}
      lead={words.lead}
      shared={shared}
      isSaving={isLoading}
      isSaved={isSuccess}
      error={error ?? failure}
      onEdit={reset}
      onSave={(users) => share({ id, users })}
    />
  );
}

function CollectionLink({ collection, user }: Pick<Props, 'collection' | 'user'>) {
  const { id } = collection;
  const { data: link, error: failure } = useCollectionLinkQuery(id, { refetchOnMountOrArgChange: true });
  const [create, creating] = useCreateCollectionLinkMutation();
  const [revoke, revoking] = useRevokeCollectionLinkMutation();
  return (
    <SecretLink
      lead={words.linkLead}
      label={words.link}
      page={SECRET_COLLECTION_PAGE}
      mayLast={user.accountType !== 'free'}
      trip={collection}
      link={link}
      isCreating={creating.isLoading}
      isRevoking={revoking.isLoading}
      error={creating.error ?? revoking.error ?? failure}
      onCreate={(days) => void create({ id, days })}
      onRevoke={() => void revoke(id)}
    />
  );
}

/** For an owner who is Hero no more: what is left is to end the link, whether or not there is one. */
function Offer({ id }: { id: string }) {
  const [revoke, { isLoading, isSuccess, error }] = useRevokeCollectionLinkMutation();
  return (
    <div className={styles.offer}>
      <p className={styles.note}>{words.heroOnly}</p>
      <UpgradeOffer />
      <Button variant="default" color="red" loading={isLoading} onClick={() => void revoke(id)}>
        {words.endLink}
      </Button>
      <p role="status" className={styles.note}>
        {isSuccess ? words.linkEnded : ''}
      </p>
      <p role="alert" className={styles.fault}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
    </div>
  );
}
