import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { User } from '@switchback/contracts/resources/user';
import { isWebUrl } from '@switchback/contracts/rules/web-url';
import { IconChevronLeft, IconChevronRight } from '../../../components/icons.js';
import { IconThumbUp, IconThumbUpFilled } from '../../../components/page-icons.js';
import { useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../../components/Dialog.js';
import { mayDeletePhoto } from '../../photos/photo-rights.js';
import { numberText } from '../../../lib/text/units.js';
import { reportTexts } from '../../../texts/reports.js';
import { photoTexts } from '../../../texts/photos.js';
import { useSwipe } from '../use-swipe.js';
import type { PhotoStep } from './PhotoDialog.js';
import styles from './PhotoViewer.module.css';

const words = photoTexts;

interface Props {
  drive: DriveDetails;
  user: User | null;
  photos: readonly DrivePhoto[];
  /** ID of the photo shown; null while the viewer is closed. */
  shown: string | null;
  onShow: (id: string | null) => void;
  onLike: (id: string) => void;
  onReport: (id: string) => void;
  onStep: (step: PhotoStep) => void;
}

/** Full-screen photo viewer on a dark ground; arrow keys and swipes move between photos. */
export function PhotoViewer({ photos, shown, onShow, ...rest }: Props) {
  const at = photos.findIndex(({ id }) => id === shown);
  const photo = photos[at];
  const turn = (by: number) => onShow(photos[(at + by + photos.length) % photos.length]?.id ?? null);
  const swipe = useSwipe(turn);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turn(-1);
    if (key === 'ArrowRight') turn(1);
  };
  return (
    <Dialog
      opened={photo !== undefined}
      onClose={() => onShow(null)}
      title={words.viewer}
      fullScreen
      classNames={{ content: styles.content, header: styles.header, body: styles.body }}
      transitionProps={{ duration: 0 }}
      onKeyDown={onKeyDown}
    >
      {photo !== undefined && (
        <div className={styles.viewer}>
          <div className={styles.stage} {...swipe}>
            <Large key={photo.id} photo={photo} alt={photo.description || words.alt(numberText(at + 1))} />
          </div>
          <div className={styles.side}>
            <Controls photo={photo} place={at + 1} count={photos.length} onTurn={turn} {...rest} />
            {photo.description !== '' && <p>{photo.description}</p>}
            <Credit credit={photo.credit} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface ControlsProps extends Omit<Props, 'photos' | 'shown' | 'onShow'> {
  photo: DrivePhoto;
  place: number;
  count: number;
  onTurn: (by: 1 | -1) => void;
}

function Controls({ drive, user, photo, place, count, onTurn, onLike, onReport, onStep }: ControlsProps) {
  const mayDelete = mayDeletePhoto(photo, { privacy: drive.privacy, ownerId: drive.created.user?.id ?? null }, user);
  return (
    <div className={styles.controls}>
      {count > 1 && (
        <button type="button" aria-label={words.previous} onClick={() => onTurn(-1)}>
          <IconChevronLeft />
        </button>
      )}
      <span role="status">{words.place(numberText(place), numberText(count))}</span>
      {count > 1 && (
        <button type="button" data-autofocus aria-label={words.next} onClick={() => onTurn(1)}>
          <IconChevronRight />
        </button>
      )}
      <LikeButton photo={photo} userId={user?.id ?? null} onLike={() => onLike(photo.id)} />
      {mayDelete && (
        <button type="button" data-danger onClick={() => onStep({ kind: 'remove', id: photo.id })}>
          {words.delete}
        </button>
      )}
      {!photo.pending && photo.addedBy !== user?.id && (
        <button type="button" onClick={() => onReport(photo.id)}>
          {reportTexts.card}
        </button>
      )}
    </div>
  );
}

function Large({ photo, alt }: { photo: DrivePhoto; alt: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p role="alert">{words.failed}</p>;
  const { large, width, height, color } = photo;
  return (
    <img
      src={large}
      alt={alt}
      style={{ backgroundColor: color, '--width': width, '--height': height }}
      onError={() => setFailed(true)}
    />
  );
}

function LikeButton({ photo, userId, onLike }: { photo: DrivePhoto; userId: string | null; onLike: () => void }) {
  const isLiked = userId !== null && photo.likes.includes(userId);
  const Icon = isLiked ? IconThumbUpFilled : IconThumbUp;
  const count = photo.likes.length;
  return (
    <button type="button" aria-pressed={isLiked} aria-label={words.like(count)} onClick={onLike}>
      <Icon size={18} />
      {numberText(count)}
    </button>
  );
}

function Credit({ credit: { name, externalUrl, description } }: Pick<DrivePhoto, 'credit'>) {
  const message = name || externalUrl;
  return (
    <>
      {message !== '' && (
        <p>
          {words.by}{' '}
          {isWebUrl(externalUrl) ? (
            <a href={externalUrl} target="_blank" rel="noopener noreferrer nofollow ugc">
              {message}
            </a>
          ) : (
            message
          )}
        </p>
      )}
      {description !== '' && <p>{description}</p>}
    </>
  );
}
