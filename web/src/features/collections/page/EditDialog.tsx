import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { User } from '@switchback/contracts/resources/user';
import type { CallError } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { collectionTexts } from '../../../texts/collections.js';
import { texts } from '../../../texts/en.js';
import { CollectionFields } from './CollectionFields.js';

interface Props {
  user: User;
  collection: Collection;
  open: boolean;
  onClose: () => void;
  onChange: (form: CollectionForm) => Promise<CallError | null>;
}

/** Changes name and description, and turns a collection into a trip or back. */
export function EditDialog({ user, collection, open, onClose, onChange }: Props) {
  return (
    <Dialog opened={open} onClose={onClose} title={collectionTexts.edit.title} keepMounted={false}>
      <CollectionFields
        user={user}
        collection={collection}
        submitLabel={texts.form.save}
        onSave={async (form) => {
          const error = await onChange(form);
          if (error === null) onClose();
          return error;
        }}
      />
    </Dialog>
  );
}
