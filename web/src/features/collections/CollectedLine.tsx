import { Link } from 'react-router';
import { sentences } from '../../api/error.js';
import { collectionLink } from '../../lib/collections/collection-link.js';
import type { CollectOutcome } from '../../lib/store/marks-slice.js';
import { texts } from '../../texts/en.js';
import styles from './CollectedLine.module.css';

const words = texts.account.marked;

interface Props {
  outcome: CollectOutcome;
  /** Opens the dialog with all collections; null while it is open. */
  onChange: (() => void) | null;
  /** Called before the link opens. */
  onOpen: () => void;
}

/** Reports the change of a drive in a collection, with a link to it, or the reason why it failed. */
export function CollectedLine({ outcome: { collection, change, failure }, onChange, onOpen }: Props) {
  const choice = onChange !== null && (
    <button type="button" className={styles.choice} onClick={onChange}>
      {words.change}
    </button>
  );
  if (failure !== null || collection.id === null)
    return (
      <>
        {words.notCollected[change](collection.name)} {failure && sentences(failure)} {choice}
      </>
    );
  return (
    <>
      <span>
        {words.collected[change]}{' '}
        <Link to={collectionLink(collection.id)} onClick={onOpen}>
          {collection.name}
        </Link>
      </span>
      {choice}
    </>
  );
}
