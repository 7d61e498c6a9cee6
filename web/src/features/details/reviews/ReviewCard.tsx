import { Button } from '@mantine/core';
import type { Review } from '@switchback/contracts/endpoints/reviews';
import type { User } from '@switchback/contracts/resources/user';
import { REVIEW_AXES } from '@switchback/contracts/rules/reviews';
import { IconThumbUp, IconThumbUpFilled } from '../../../components/page-icons.js';
import { Link } from 'react-router';
import { Avatar } from '../../../components/Avatar.js';
import { dayText } from '../../../lib/text/day-text.js';
import { numberText } from '../../../lib/text/units.js';
import { ratingTexts } from '../../../texts/rating.js';
import { reportTexts } from '../../../texts/reports.js';
import { reviewTexts } from '../../../texts/reviews.js';
import styles from './Reviews.module.css';

const words = reviewTexts;

interface Props {
  review: Review;
  user: Pick<User, 'id' | 'accountType'> | null;
  onLike: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onReport: () => void;
}

/** Card of a single review. */
export function ReviewCard({ review, user, onLike, onEdit, onDelete, onReport }: Props) {
  const { author, highlight, description, created, edited, usefulCount } = review;
  const isOwn = user !== null && review.user === user.id;
  const isHelpful = user !== null && usefulCount.includes(user.id);
  const name = author?.username ?? words.deletedUser;
  const Icon = isHelpful ? IconThumbUpFilled : IconThumbUp;
  return (
    <article className={styles.card}>
      <header className={styles.author}>
        <Avatar avatar={author?.avatar ?? null} size="small" />
        <div>
          {author === null ? <span>{name}</span> : <Link to={`/profile/${author.id}`}>{name}</Link>}
          <p className={styles.note}>
            <time dateTime={created}>{dayText(created)}</time>
            {edited !== null && (
              <>
                {' · '}
                <time dateTime={edited}>{words.edited(dayText(edited))}</time>
              </>
            )}
          </p>
        </div>
      </header>
      {highlight !== '' && <h4 className={styles.highlight}>{highlight}</h4>}
      {description !== '' && <p className={styles.text}>{description}</p>}
      <Ratings review={review} />
      <footer className={styles.actions}>
        <Button
          variant="default"
          mih={44}
          leftSection={<Icon size={18} />}
          disabled={isOwn}
          aria-pressed={isHelpful}
          aria-label={words.helpfulOf(name, usefulCount.length)}
          onClick={onLike}
        >
          {words.helpful} {usefulCount.length > 0 && usefulCount.length}
        </Button>
        {isOwn && (
          <Button variant="subtle" mih={44} onClick={onEdit}>
            {words.edit}
          </Button>
        )}
        {!isOwn && user?.accountType === 'admin' && (
          <Button variant="subtle" color="red" mih={44} onClick={onDelete}>
            {words.delete}
          </Button>
        )}
        {!isOwn && (
          <Button variant="subtle" color="gray" mih={44} aria-label={reportTexts.ofReview(name)} onClick={onReport}>
            {reportTexts.card}
          </Button>
        )}
      </footer>
    </article>
  );
}

function Ratings({ review }: { review: Review }) {
  const input = REVIEW_AXES.filter((axis) => review[axis] !== null);
  if (input.length === 0) return null;
  return (
    <dl className={styles.ratings}>
      {input.map((axis) => (
        <div key={axis}>
          <dt>{ratingTexts.axes[axis]}</dt>
          <dd>
            {numberText(review[axis] ?? 0, 1)} / {axis === 'starRating' ? 5 : 10}
          </dd>
        </div>
      ))}
    </dl>
  );
}
