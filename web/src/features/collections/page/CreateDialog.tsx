import type { User } from '@switchback/contracts/resources/user';
import { useNavigate } from 'react-router';
import { useCreateCollection } from '../../../api/collections-api.js';
import { asCallError } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { collectionLink } from '../../../lib/collections/collection-link.js';
import { collectionTexts } from '../../../texts/collections.js';
import { CollectionFields } from './CollectionFields.js';

interface Props {
  user: User;
  open: boolean;
  onClose: () => void;
}

/** Creates a collection, and opens its page. */
export function CreateDialog({ user, open, onClose }: Props) {
  const { create } = useCreateCollection();
  const navigate = useNavigate();
  return (
    <Dialog opened={open} onClose={onClose} title={collectionTexts.new} keepMounted={false}>
      <CollectionFields
        user={user}
        collection={null}
        submitLabel={collectionTexts.form.create}
        onSave={async (form) => {
          const { data, error } = await create(form);
          if (data === undefined) return asCallError(error);
          void navigate(collectionLink(data.id));
          return null;
        }}
      />
    </Dialog>
  );
}
