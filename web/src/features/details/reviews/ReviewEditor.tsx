import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Review } from '@switchback/contracts/endpoints/reviews';
import { isBlank } from '@switchback/contracts/rules/blank';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { REVIEW_AXES, type ReviewAxis } from '@switchback/contracts/rules/reviews';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../../api/error.js';
import { Notice } from '../../../components/Notice.js';
import { RatingFields } from '../../../components/RatingFields.js';
import { useDraft } from '../../../lib/drafts/use-draft.js';
import { useAppDispatch } from '../../../lib/store/store.js';
import { useSession } from '../../../lib/people/use-user.js';
import { reviewTexts } from '../../../texts/reviews.js';
import { texts } from '../../../texts/en.js';
import { driveRated, useCreateReviewMutation, useUpdateReviewMutation } from './review-endpoints.js';
import styles from './Reviews.module.css';

const words = reviewTexts.editor;
/** From the spec. */
const CLOSE_MS = 2_000;

type Fields = Record<ReviewAxis, number | null> & { highlight: string; description: string };
const EMPTY: Fields = {
  highlight: '',
  description: '',
  starRating: null,
  intensityRating: null,
  roadQualityRating: null,
  trafficRating: null,
};

interface Props {
  driveId: string;
  /** Null for a new review. */
  review: Review | null;
  onClose: () => void;
  /** Null if there is nothing to delete. */
  onDelete: (() => void) | null;
}

/** Edits stars, three axes and a short text; any one of them is enough. */
export function ReviewEditor({ driveId, review, onClose, onDelete }: Props) {
  const { fields, change, drop } = useReviewFields(driveId, review);
  const { send, isSaved, isLoading, error } = useSend(driveId, review?.id ?? null, onClose);
  useEffect(() => {
    if (isSaved) drop();
  }, [isSaved, drop]);
  if (isSaved) return <Notice kind="success" title={words.saved} text={words.savedText} />;
  const isFilled =
    !isBlank(fields.highlight) || !isBlank(fields.description) || REVIEW_AXES.some((axis) => fields[axis] !== null);
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (isFilled) void send(fields);
      }}
    >
      <RatingFields value={fields} onChange={change} />
      <TextInput
        label={words.highlight}
        description={`${words.highlightHelp} ${words.left([...fields.highlight].length, LIMITS.reviewHighlightMax)}`}
        value={fields.highlight}
        maxLength={LIMITS.reviewHighlightMax}
        onChange={({ currentTarget }) => change({ highlight: currentTarget.value })}
      />
      <Textarea
        label={words.description}
        description={words.left([...fields.description].length, LIMITS.reviewDescriptionMax)}
        value={fields.description}
        maxLength={LIMITS.reviewDescriptionMax}
        autosize
        minRows={3}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <p className={styles.note}>
        <Link to="/review-guidelines">{words.guidelines}</Link>
      </p>
      <p role="alert" className={styles.fault}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button type="submit" mih={44} disabled={!isFilled} loading={isLoading}>
          {words.submit}
        </Button>
        <Button
          variant="default"
          mih={44}
          onClick={() => {
            drop();
            onClose();
          }}
        >
          {texts.form.cancel}
        </Button>
        {onDelete !== null && (
          <Button variant="subtle" color="red" mih={44} onClick={onDelete}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

/**
 * Stores the input as a draft that survives closing the dialog and the end of the session, until it is sent or
 * canceled.
 */
function useReviewFields(driveId: string, review: Review | null) {
  const session = useSession();
  const [key] = useState(`review ${session?.userId ?? ''} ${driveId}`);
  const [kept, keep] = useDraft<Fields>(key);
  const [fields, setFields] = useState<Fields>(kept ?? review ?? EMPTY);
  const change = (part: Partial<Fields>) => {
    setFields({ ...fields, ...part });
    keep({ ...fields, ...part });
  };
  const drop = useCallback(() => keep(null), [keep]);
  return { fields, change, drop };
}

/** Sends the review, thanks the user, closes two seconds later and refetches the drive. */
function useSend(driveId: string, id: string | null, onClose: () => void) {
  const [create, created] = useCreateReviewMutation();
  const [update, updated] = useUpdateReviewMutation();
  const [isSaved, setSaved] = useState(false);
  const dispatch = useAppDispatch();
  const close = useEffectEvent(() => {
    dispatch(driveRated());
    onClose();
  });
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => close(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  const send = async ({ highlight, description, ...ratings }: Fields) => {
    const { starRating, intensityRating, roadQualityRating, trafficRating } = ratings;
    const review = { highlight, description, starRating, intensityRating, roadQualityRating, trafficRating };
    const { error } = await (id === null ? create : update)({ driveId, id, review });
    if (error === undefined) setSaved(true);
  };
  const { isLoading, error } = id === null ? created : updated;
  return { send, isSaved, isLoading, error };
}
