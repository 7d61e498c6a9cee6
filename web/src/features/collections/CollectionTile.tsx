import type { ListedCollection } from '@switchback/contracts/resources/collection';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DriveCardData } from '../../api/types.js';
import { factsOf } from '../../lib/collections/collection-facts.js';
import { collectionLink } from '../../lib/collections/collection-link.js';
import { useUnits } from '../../lib/store/store.js';
import { DrivePicture } from '../../components/DrivePicture.js';
import { Figures } from '../../components/Figures.js';
import { IconRoute } from '../../components/icons.js';
import { Silhouette } from '../../components/Silhouette.js';
import styles from './CollectionTile.module.css';
import { picturedDrives } from './pictured-drives.js';

interface Props {
  collection: ListedCollection;
  heading: 'h2' | 'h3';
  /** The drives of its picture, by id, as they load. */
  drives: ReadonlyMap<string, DriveCardData>;
  /** Whatever tells it from others, below its figures. */
  children?: ReactNode;
}

/** A collection as a card. The whole card is one link. */
export function CollectionTile({ collection, heading: Heading, drives, children }: Props) {
  const units = useUnits();
  const { id, name, description } = collection;
  const shown = picturedDrives(collection);
  return (
    <article className={styles.tile}>
      <div className={styles.picture} data-count={shown.length}>
        {shown.length === 0 && <IconRoute size={40} stroke={1.5} />}
        {shown.map((driveId) => {
          const drive = drives.get(driveId);
          return (
            <div key={driveId} className={styles.drive}>
              {drive === undefined ? <Silhouette path={undefined} /> : <DrivePicture drive={drive} size="small" />}
            </div>
          );
        })}
      </div>
      <div className={styles.text}>
        <Heading className={styles.name}>
          <Link to={collectionLink(id)} className={styles.link}>
            {name}
          </Link>
        </Heading>
        <p className={styles.facts}>
          {factsOf(collection, units).map((fact) => (
            <Figures key={fact} text={fact} />
          ))}
        </p>
        {description !== '' && <p className={styles.description}>{description}</p>}
        {children}
      </div>
    </article>
  );
}
