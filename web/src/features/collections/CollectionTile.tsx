import type { Collection } from '@switchback/contracts/resources/collection';
import { Link } from 'react-router';
import type { DriveCardData } from '../../api/types.js';
import { IconRoute } from '../../components/icons.js';
import { Silhouette } from '../../components/Silhouette.js';
import { collectionLink } from '../../lib/collection-link.js';
import { firstDrives } from '../../lib/first-drives.js';
import { useUnits } from '../../lib/store.js';
import { collectionTexts } from '../../texts/collections.js';
import { Badges } from './Badges.js';
import { badgesOf, factsOf } from './collection-facts.js';
import styles from './Collections.module.css';

/** Number of drives in the picture of a collection. */
export const PICTURES = 4;

interface Props {
  collection: Collection;
  isShared: boolean;
  /** The drives of its picture, by id, as they load. */
  drives: ReadonlyMap<string, DriveCardData>;
}

/** A collection as a card. The whole card is one link. */
export function CollectionTile({ collection, isShared, drives }: Props) {
  const units = useUnits();
  const { id, name, owner } = collection;
  const shown = firstDrives(collection, PICTURES);
  return (
    <article className={styles.tile}>
      <div className={styles.picture} data-count={shown.length}>
        {shown.length === 0 && <IconRoute size={40} stroke={1.5} />}
        {shown.map((driveId) => {
          const drive = drives.get(driveId);
          return <Silhouette key={driveId} path={drive?.overviewPath} approximate={drive?.approximate} />;
        })}
      </div>
      <div className={styles.tileText}>
        <h2 className={styles.tileName}>
          <Link to={collectionLink(id)} className={styles.tileLink}>
            {name}
          </Link>
        </h2>
        <p className={styles.facts}>
          {factsOf(collection, units).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {isShared && owner !== null && <p className={styles.note}>{collectionTexts.owner(owner.username)}</p>}
        <Badges labels={badgesOf(collection, isShared)} />
      </div>
    </article>
  );
}
