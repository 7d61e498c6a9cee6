import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import type { Collection } from '@switchback/contracts/resources/collection';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { collectionsPage } from '@switchback/contracts/rules/pages';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useCollectionsQuery } from '../../api/collections-api.js';
import { asCallError } from '../../api/error.js';
import { useSummariesQuery } from '../../api/summaries-api.js';
import buttonStyles from '../../components/FrameButton.module.css';
import { Notice } from '../../components/Notice.js';
import { IconPlus } from '../../components/page-icons.js';
import { useDocumentHead } from '../../lib/document-head.js';
import { firstDrives } from '../../lib/first-drives.js';
import { useProductName } from '../../lib/product.js';
import { numberText } from '../../lib/units.js';
import { useSession, useUser } from '../../lib/use-user.js';
import { collectionTexts } from '../../texts/collections.js';
import { texts } from '../../texts/en.js';
import { CollectionTile, PICTURES } from './CollectionTile.js';
import styles from './Collections.module.css';
import { CreateDialog } from './CreateDialog.js';

const words = collectionTexts;
/** The drives of their pictures fit into one request. */
const STEP = Math.floor(LIMITS.summariesMax / PICTURES) - 1;

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
  const { data, error, refetch } = useCollectionsQuery(userId, { refetchOnMountOrArgChange: true });
  const [count, setCount] = useState(STEP);
  if (data === undefined) {
    if (error === undefined)
      return (
        <p role="status" className={styles.wait}>
          {texts.loading}
        </p>
      );
    const { title, message } = asCallError(error);
    return (
      <Notice kind="error" title={title} text={message}>
        <button type="button" className={buttonStyles.button} onClick={() => void refetch()}>
          {texts.retry}
        </button>
      </Notice>
    );
  }
  if (data.length === 0) return <Empty />;
  const ordered = [...data.filter(isOwn(userId)), ...data.filter((collection) => !isOwn(userId)(collection))];
  const batches = Array.from({ length: Math.ceil(Math.min(count, ordered.length) / STEP) }, (_, index) =>
    ordered.slice(index * STEP, (index + 1) * STEP),
  );
  const left = ordered.length - count;
  return (
    <>
      <ul className={styles.tiles}>
        {batches.map((batch) => (
          <Batch key={batch[0]?.id} collections={batch} userId={userId} />
        ))}
      </ul>
      {left > 0 && (
        <Button variant="default" onClick={() => setCount(count + STEP)}>
          {words.more(numberText(Math.min(left, STEP)))}
        </Button>
      )}
    </>
  );
}

function Batch({ collections, userId }: { collections: readonly Collection[]; userId: string }) {
  const ids = useMemo(() => [...new Set(collections.flatMap((one) => firstDrives(one, PICTURES)))], [collections]);
  const { data } = useSummariesQuery(ids.length === 0 ? skipToken : ids);
  const drives = useMemo(() => new Map(data?.map((drive) => [drive.id, drive])), [data]);
  return collections.map((collection) => (
    <li key={collection.id}>
      <CollectionTile collection={collection} isShared={!isOwn(userId)(collection)} drives={drives} />
    </li>
  ));
}

function Empty() {
  return (
    <section className={styles.empty}>
      <h2 className={styles.emptyTitle}>{words.empty.title}</h2>
      <p>{words.empty.text}</p>
      <Link to="/explore" className={buttonStyles.button} data-variant="default">
        {words.empty.explore}
      </Link>
    </section>
  );
}

function isOwn(userId: string) {
  return ({ owner }: Collection) => owner?.id === userId;
}
