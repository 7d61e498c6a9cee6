import type { ListedCollection } from '@switchback/contracts/resources/collection';
import { type ReactNode, useMemo } from 'react';
import { usePublishedCollectionsQuery } from '../../api/collections-api.js';
import { Carousel } from './Carousel.js';
import { Badges } from '../collections/Badges.js';
import { CollectionTile } from '../collections/CollectionTile.js';
import { usePicturedDrives } from '../collections/pictured-drives.js';
import { tripLabels } from '../../lib/collections/collection-facts.js';
import { collectionTexts } from '../../texts/collections.js';
import { publishedTexts as words } from '../../texts/published-collections.js';
import shelf from './DriveShelf.module.css';

const COLLECTIONS_MAX = 12;
const NONE: readonly ListedCollection[] = [];

/**
 * Shows the published collections, the newest first; renders nothing if there are none.
 * @param room shown while they load
 */
export default function CollectionsShelf({ room }: { room: ReactNode }) {
  const { data, isLoading } = usePublishedCollectionsQuery('');
  const shown = useMemo(() => data?.collections.slice(0, COLLECTIONS_MAX) ?? NONE, [data]);
  const drives = usePicturedDrives(shown);
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
            <CollectionTile key={collection.id} collection={collection} heading="h3" drives={drives}>
              {collection.owner !== null && (
                <p className={shelf.maker}>{collectionTexts.owner(collection.owner.username)}</p>
              )}
              <Badges labels={tripLabels(collection)} />
            </CollectionTile>
          ))}
        </Carousel>
      </div>
    </section>
  );
}
