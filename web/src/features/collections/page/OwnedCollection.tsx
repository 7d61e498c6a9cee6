import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { User } from '@switchback/contracts/resources/user';
import { type ComponentType, Suspense, useState } from 'react';
import type { CallError } from '../../../api/error.js';
import type { DetailsPanelProps } from '../../../components/details-slot.js';
import { lazyComponent } from '../../../components/lazy-component.js';
import { useUser } from '../../../lib/people/use-user.js';
import { CollectionActions, CollectionMenu } from './CollectionActions.js';
import { CollectionView } from './CollectionView.js';
import { DeleteDialog } from './DeleteDialog.js';
import { EditDialog } from './EditDialog.js';
import { PublicationDialog } from './PublicationDialog.js';
import { PublicationNotice } from './PublicationNotice.js';
import { type CollectionRights, rightsOn } from './rights.js';
import { useCollectionChange } from './use-collection-change.js';
import { usePublication } from './use-publication.js';

const ShareDialog = lazyComponent(() => import('./ShareDialog.js'), 'nothing');

type OpenDialog = 'edit' | 'share' | 'delete';

interface Props {
  DetailsPanel: ComponentType<DetailsPanelProps>;
  loaded: Collection;
  isDeleting: boolean;
  deletionError: unknown;
  onDelete: () => Promise<void>;
}

/** A collection with the actions of its owner and of staff, if the user is one of them. */
export function OwnedCollection({ DetailsPanel, loaded, isDeleting, deletionError, onDelete }: Props) {
  const user = useUser();
  const { latest: collection, isBusy, change } = useCollectionChange(loaded);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const rights = rightsOn(collection, user);
  const publication = usePublication(collection, rights, change);
  const edit = () => (publication.isLocked ? publication.ask('edit') : setOpen('edit'));
  return (
    <>
      <CollectionView
        DetailsPanel={DetailsPanel}
        collection={collection}
        source={{ id: collection.id }}
        rights={{ ...rights, canEdit: rights.canEdit && !publication.isLocked }}
        isBusy={isBusy}
        onChange={change}
        review={
          rights.canWithdraw && (
            <PublicationNotice
              collection={collection}
              isBusy={isBusy}
              onAsk={() => publication.ask('ask')}
              onWithdraw={() => void publication.set('private')}
            />
          )
        }
        actions={
          <CollectionActions
            id={collection.id}
            rights={rights}
            isPublic={collection.status === 'approved'}
            onEdit={edit}
            onShare={() => setOpen('share')}
          />
        }
        menu={<CollectionMenu rights={rights} onPublication={publication.choose} onDelete={() => setOpen('delete')} />}
        outcome={publication.outcome}
      />
      {user !== null && (
        <PublicationDialog
          user={user}
          collection={collection}
          asking={publication.asking}
          onClose={() => publication.ask(null)}
          onConfirm={async (confirmed) => {
            const error = await publication.confirm(confirmed);
            if (confirmed === 'edit') setOpen('edit');
            return error;
          }}
        />
      )}
      {user !== null && (
        <Dialogs
          user={user}
          collection={collection}
          rights={rights}
          open={open}
          deletion={{ isDeleting, error: deletionError, onConfirm: () => void onDelete() }}
          onClose={() => setOpen(null)}
          onChange={change}
        />
      )}
    </>
  );
}

interface DialogsProps {
  user: User;
  collection: Collection;
  rights: CollectionRights;
  open: OpenDialog | null;
  deletion: { isDeleting: boolean; error: unknown; onConfirm: () => void };
  onClose: () => void;
  onChange: (form: CollectionForm) => Promise<CallError | null>;
}

function Dialogs({ user, collection, rights, open, deletion, onClose, onChange }: DialogsProps) {
  return (
    <>
      <EditDialog user={user} collection={collection} open={open === 'edit'} onClose={onClose} onChange={onChange} />
      {rights.canShare && (
        <Suspense>
          <ShareDialog
            user={user}
            collection={collection}
            needsHero={rights.needsHeroToShare}
            open={open === 'share'}
            onClose={onClose}
          />
        </Suspense>
      )}
      <DeleteDialog open={open === 'delete'} {...deletion} onClose={onClose} />
    </>
  );
}
