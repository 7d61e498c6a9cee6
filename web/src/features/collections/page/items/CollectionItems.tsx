import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import { lazyComponent } from '../../../../components/lazy-component.js';
import { type GroupsProps, ItemGroups } from './ItemGroups.js';
import styles from './Items.module.css';
import { PrintedHead } from './PrintedHead.js';
import './print.css';

// Drag and drop, for those who may edit only. Until it is here the page loads: a list to read in the meantime would lose
// the dialogs that a person has opened in it.
const EditableItems = lazyComponent(() => import('./EditableItems.js'), 'notice');

interface Props extends GroupsProps {
  canEdit: boolean;
  /** A save is running, or the collection is being read again. */
  isBusy: boolean;
  /** Saves the fields of the form. The collection then has another revision, or stays as it is if the save fails. */
  onChange: (form: CollectionForm) => void;
}

/** The drives of a collection in order, a trip's by day, with their notes; to edit, also with its plan. */
export default function CollectionItems({ canEdit, isBusy, onChange, ...groups }: Props) {
  const { collection } = groups;
  return (
    <div className={styles.items} data-print="content">
      <PrintedHead collection={collection} drives={groups.drives} ways={groups.ways} />
      {canEdit ? (
        <EditableItems {...groups} isBusy={isBusy} onChange={onChange} />
      ) : (
        <ItemGroups {...groups} shown={collection} />
      )}
    </div>
  );
}
