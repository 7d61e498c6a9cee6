import type { CollectionItem } from '@switchback/contracts/resources/collection';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { isTrip } from '@switchback/contracts/rules/collections';
import { Link } from 'react-router';
import { useCollectionQuery } from '../../api/collections-api.js';
import { reasonOf } from '../../api/error.js';
import { Figures } from '../../components/Figures.js';
import { tripLabels, factsOf } from '../../lib/collections/collection-facts.js';
import { driveStateOf, type Viewer } from '../../lib/drives/drive-state.js';
import { useUser } from '../../lib/people/use-user.js';
import { useUnits } from '../../lib/store/store.js';
import { collectionTexts } from '../../texts/collections.js';
import { texts } from '../../texts/en.js';
import { moderationTexts } from '../../texts/moderation.js';
import { Badges } from './Badges.js';
import styles from './ReviewedCollection.module.css';
import { useCollectionDrives } from './page/use-collection-drives.js';

const words = moderationTexts.collection;
const NO_ITEMS: readonly CollectionItem[] = [];

/** A collection as staff review it: its maker, text and drives, with those that strangers will not see. */
export function ReviewedCollection({ id }: { id: string }) {
  const units = useUnits();
  const user = useUser();
  const { data: collection, error } = useCollectionQuery({ id }, { refetchOnMountOrArgChange: true });
  const { drives } = useCollectionDrives(collection?.items ?? NO_ITEMS);
  if (collection === undefined) return <p role="status">{error === undefined ? texts.loading : reasonOf(error)}</p>;
  const { owner, description, items } = collection;
  return (
    <>
      <p className={styles.facts}>
        {[...factsOf(collection, units), ...tripLabels(collection)].map((fact) => (
          <Figures key={fact} text={fact} />
        ))}
        {owner !== null && (
          <Link to={`/profile/${encodeURIComponent(owner.id)}`}>{collectionTexts.owner(owner.username)}</Link>
        )}
      </p>
      {description !== '' && <p className={styles.text}>{description}</p>}
      <h3 className={styles.heading}>{words.drives}</h3>
      <ol className={styles.items}>
        {items.map((item, index) => (
          <ReviewedItem
            key={index}
            item={item}
            drive={drives.get(item.driveId ?? '')}
            viewer={user}
            hasDays={isTrip(collection)}
          />
        ))}
      </ol>
    </>
  );
}

interface ItemProps {
  item: CollectionItem;
  /** Undefined until it is loaded. */
  drive: DriveSummary | undefined;
  viewer: Viewer | null;
  hasDays: boolean;
}

function ReviewedItem({ item: { driveId, place, day, note }, drive, viewer, hasDays }: ItemProps) {
  const state = drive === undefined ? null : driveStateOf(drive, viewer);
  return (
    <li>
      {hasDays && <span className={styles.day}>{day === null ? words.unplanned : words.day(day)} </span>}
      {place?.label}
      {driveId !== null && (
        <Link to={`/drive-details/${encodeURIComponent(driveId)}`}>{drive?.title ?? texts.loading}</Link>
      )}
      {state !== null && state !== 'published' && <Badges labels={[words.states[state]]} />}
      {note !== '' && <p className={styles.text}>{note}</p>}
    </li>
  );
}
