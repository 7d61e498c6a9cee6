import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Review, ReviewList } from '@switchback/contracts/endpoints/reviews';
import { REVIEW_SORTS, type ReviewSort } from '@switchback/contracts/rules/reviews';
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { reasonOf } from '../../../api/error.js';
import { useReport } from '../../reports/use-report.js';
import { useSeen } from '../../../lib/page/use-seen.js';
import { reviewTexts } from '../../../texts/reviews.js';
import { texts } from '../../../texts/en.js';
import { useLikeReviewMutation, useReviewsInfiniteQuery } from './review-endpoints.js';
import { ReviewCard } from './ReviewCard.js';
import { ReviewDialogs } from './ReviewDialogs.js';
import styles from './Reviews.module.css';
import { StarDistribution } from './StarDistribution.js';
import type { Intent, ReviewIntent } from '../../../lib/store/prompt-slice.js';
import { useGate } from '../use-gate.js';

const words = reviewTexts;
const DELETED_MS = 5_000;
const SORTS = REVIEW_SORTS.map((value) => ({ value, label: words.sorts[value] }));

/** Reviews of a published drive. */
export default function ReviewsSection({ driveId }: { driveId: string }) {
  const [sort, setSort] = useState<ReviewSort>(REVIEW_SORTS[0]);
  const [isEditing, setEditing] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const [isGone, setGone] = useGone();
  const { report, dialog } = useReport('review');
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useReviewsInfiniteQuery({ driveId, sort });
  const [like, { error: refusal }] = useLikeReviewMutation();
  const items = itemsOf(data);
  // A page of cards is the longest task of the drive's page: rendering it in slices keeps taps responsive.
  const cards = itemsOf(useDeferredValue(data, undefined));
  const { mine = null, stars } = data?.pages[0] ?? {};
  const { user, pass } = useGate(driveId, isReviewIntent, ({ review: wanted }, { id: userId }) => {
    if (wanted === 'write') return setEditing(true);
    const review = items.find(({ id }) => id === wanted.liked);
    void like({ driveId, id: wanted.liked, like: !(review?.usefulCount.includes(userId) ?? false) });
  });
  return (
    <section className={styles.section} aria-label={words.title} aria-busy={isFetching}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{words.title}</h3>
        <Button variant="default" mih={44} onClick={() => pass({ review: 'write', driveId })}>
          {mine === null ? words.write : words.editOwn}
        </Button>
      </div>
      <StatusNote text={isGone ? words.remove.done : ''} />
      {stars !== undefined && <StarDistribution counts={stars} />}
      {items.length > 0 && <SortField sort={sort} onChange={setSort} />}
      {(error ?? refusal) !== undefined && (
        <p role="alert" className={styles.fault}>
          {reasonOf(error ?? refusal)}
          {error !== undefined && <Button onClick={() => void refetch()}>{texts.retry}</Button>}
        </p>
      )}
      {data !== undefined && items.length === 0 && <p className={styles.note}>{words.empty}</p>}
      <ul className={styles.list}>
        {cards.map((review) => (
          <li key={review.id}>
            <ReviewCard
              review={review}
              user={user}
              onLike={() => pass({ review: { liked: review.id }, driveId })}
              onEdit={() => setEditing(true)}
              onDelete={() => setRemoved(review.id)}
              onReport={() => report(review.id)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && cards.length === items.length && (
        <PageEnd key={cards.length} onReach={() => void fetchNextPage()} />
      )}
      {hasNextPage && (
        <Button variant="subtle" mih={44} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
      {dialog}
      <ReviewDialogs
        driveId={driveId}
        mine={mine}
        isEditing={isEditing}
        removed={removed}
        onEdit={setEditing}
        onRemove={setRemoved}
        onGone={() => setGone(true)}
      />
    </section>
  );
}

function SortField({ sort, onChange }: { sort: ReviewSort; onChange: (sort: ReviewSort) => void }) {
  return (
    <NativeSelect
      aria-label={words.sort}
      data={SORTS}
      value={sort}
      onChange={(event) => {
        const chosen = REVIEW_SORTS.find((known) => known === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

/** Goes on to the next page once the end of the list comes near the screen; the button does so for the keyboard. */
function PageEnd({ onReach }: { onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(end);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    if (isSeen) reach();
  }, [isSeen]);
  return <div ref={end} />;
}

function itemsOf(data: { pages: readonly ReviewList[] } | undefined): Review[] {
  return data?.pages.flatMap((page) => page.items ?? []) ?? [];
}

function StatusNote({ text }: { text: string }) {
  return (
    <p role="status" className={styles.note}>
      {text}
    </p>
  );
}

/** Flags a deleted review for five seconds, as the spec requires. */
function useGone() {
  const state = useState(false);
  const [isGone, setGone] = state;
  useEffect(() => {
    if (!isGone) return;
    const timer = setTimeout(() => setGone(false), DELETED_MS);
    return () => clearTimeout(timer);
  }, [isGone, setGone]);
  return state;
}

function isReviewIntent(intent: Intent): intent is ReviewIntent {
  return 'review' in intent;
}
