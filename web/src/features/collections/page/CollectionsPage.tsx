import { Button } from '@mantine/core';
import type { ListedCollection } from '@switchback/contracts/resources/collection';
import { collectionsPage } from '@switchback/contracts/rules/pages';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCollectionsInfiniteQuery } from '../../../api/collections-api.js';
import { Badges } from '../Badges.js';
import { CollectionTile } from '../CollectionTile.js';
import { PICTURED_MAX, usePicturedDrives } from '../pictured-drives.js';
import { EmptyList } from '../../../components/EmptyList.js';
import buttonStyles from '../../../components/FrameButton.module.css';
import { Pending } from '../../../components/Pending.js';
import { IconPlus } from '../../../components/page-icons.js';
import { badgesOf } from '../../../lib/collections/collection-facts.js';
import { useDocumentHead } from '../../../lib/page/document-head.js';
import { useProductName } from '../../../lib/page/product.js';
import { numberText } from '../../../lib/text/units.js';
import { useSession, useUser } from '../../../lib/people/use-user.js';
import { collectionTexts } from '../../../texts/collections.js';
import styles from './Collections.module.css';
import { CreateDialog } from './CreateDialog.js';

const words = collectionTexts;

/** The person's own collections, and those shared with them. */
export default function CollectionsPage() {
  useDocumentHead(collectionsPage(useProductName()));
  const user = useUser();
  const userId = useSession()?.userId;
  const [isCreating, setCreating] = useState(false);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.note}>{words.lead}</p>
        </div>
        <Button leftSection={<IconPlus size={18} />} disabled={user === null} onClick={() => setCreating(true)}>
          {words.new}
        </Button>
      </header>
      {userId !== undefined && <Collections userId={userId} />}
      {user !== null && <CreateDialog user={user} open={isCreating} onClose={() => setCreating(false)} />}
    </div>
  );
}

function Collections({ userId }: { userId: string }) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useCollectionsInfiniteQuery(userId, {
    refetchOnMountOrArgChange: true,
  });
  const [count, setCount] = useState(PICTURED_MAX);
  if (data === undefined) return <Pending error={error} onRetry={() => void refetch()} />;
  const loaded = data.pages.flatMap(({ collections }) => collections);
  if (loaded.length === 0) return <Empty />;
  const ordered = [...loaded.filter(isOwn(userId)), ...loaded.filter((collection) => !isOwn(userId)(collection))];
  const batches = Array.from({ length: Math.ceil(Math.min(count, ordered.length) / PICTURED_MAX) }, (_, index) =>
    ordered.slice(index * PICTURED_MAX, (index + 1) * PICTURED_MAX),
  );
  const left = ordered.length - count;
  const showMore = () => {
    setCount(count + PICTURED_MAX);
    if (hasNextPage && left < 2 * PICTURED_MAX) void fetchNextPage();
  };
  return (
    <>
      <ul className={styles.tiles}>
        {batches.map((batch) => (
          <Batch key={batch[0]?.id} collections={batch} userId={userId} />
        ))}
      </ul>
      {(left > 0 || hasNextPage) && (
        <Button variant="default" data-busy={left <= 0 && isFetching} onClick={showMore}>
          {words.more(numberText(left > 0 ? Math.min(left, PICTURED_MAX) : PICTURED_MAX))}
        </Button>
      )}
    </>
  );
}

function Batch({ collections, userId }: { collections: readonly ListedCollection[]; userId: string }) {
  const drives = usePicturedDrives(collections);
  return collections.map((collection) => {
    const isShared = !isOwn(userId)(collection);
    return (
      <li key={collection.id}>
        <CollectionTile collection={collection} heading="h2" drives={drives}>
          {isShared && collection.owner !== null && (
            <p className={styles.note}>{words.owner(collection.owner.username)}</p>
          )}
          <Badges labels={badgesOf(collection, isShared)} />
        </CollectionTile>
      </li>
    );
  });
}

function Empty() {
  return (
    <EmptyList title={words.empty.title} text={words.empty.text}>
      <Link to="/explore" className={buttonStyles.button} data-variant="default">
        {words.empty.explore}
      </Link>
    </EmptyList>
  );
}

function isOwn(userId: string) {
  return ({ owner }: ListedCollection) => owner?.id === userId;
}
