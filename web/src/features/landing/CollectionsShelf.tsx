import type { Collection } from '@switchback/contracts/resources/collection';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePublishedCollectionsQuery } from '../../api/collections-api.js';
import { useSummariesQuery } from '../../api/summaries-api.js';
import type { DriveCardData } from '../../api/types.js';
import { Carousel } from '../../components/Carousel.js';
import { DrivePicture } from '../../components/DrivePicture.js';
import { collectionLink } from '../../lib/collection-link.js';
import { firstDrives } from '../../lib/first-drives.js';
import { figures } from '../../lib/published-collections.js';
import { useUnits } from '../../lib/store.js';
import { publishedTexts as words } from '../../texts/published-collections.js';
import styles from './CollectionsShelf.module.css';
import shelf from './DriveShelf.module.css';

const COLLECTIONS_MAX = 12;
const PICTURES = 3;
const NO_DRIVES: readonly DriveCardData[] = [];

/**
 * Shows the published collections, the newest first; renders nothing if there are none.
 * @param room shown while they load
 */
export default function CollectionsShelf({ room }: { room: ReactNode }) {
  const { data, isLoading } = usePublishedCollectionsQuery();
  const shown = data?.slice(0, COLLECTIONS_MAX) ?? [];
  const ids = [...new Set(shown.flatMap((collection) => firstDrives(collection, PICTURES)))];
  const { data: drives = NO_DRIVES } = useSummariesQuery(ids, { skip: ids.length === 0 });
  if (isLoading) return room;
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="published-collections">
      <h2 id="published-collections" className={shelf.title}>
        {words.title}
      </h2>
      <div className={shelf.room}>
        <Carousel label={words.title} previous={words.previous} next={words.next}>
          {shown.map((collection) => (
            <Tile key={collection.id} collection={collection} drives={drives} />
          ))}
        </Carousel>
      </div>
    </section>
  );
}

function Tile({ collection, drives }: { collection: Collection; drives: readonly DriveCardData[] }) {
  const units = useUnits();
  return (
    <article className={styles.tile}>
      <div className={styles.pictures}>
        {firstDrives(collection, PICTURES).map((id) => {
          const drive = drives.find((known) => known.id === id);
          return (
            <div key={id} className={styles.picture}>
              {drive && <DrivePicture drive={drive} size="small" />}
            </div>
          );
        })}
      </div>
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link to={collectionLink(collection.id)} className={styles.link}>
            {collection.name}
          </Link>
        </h3>
        <p className={styles.figures}>{figures(collection, units)}</p>
        <p className={styles.description}>{collection.description}</p>
      </div>
    </article>
  );
}
