import { ActionIcon, Button } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { User } from '@switchback/contracts/resources/user';
import { isWebUrl } from '@switchback/contracts/rules/web-url';
import { IconChevronLeft, IconChevronRight } from '../../../components/icons.js';
import { IconThumbUp, IconThumbUpFilled } from '../../../components/page-icons.js';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../../components/Dialog.js';
import { mayDeletePhoto } from '../../../components/photos/photo-rights.js';
import { numberText } from '../../../lib/units.js';
import { reportTexts } from '../../../texts/reports.js';
import { photoTexts } from '../../../texts/photos.js';
import type { PhotoStep } from './PhotoDialog.js';
import styles from './Photos.module.css';

const words = photoTexts;
/** Minimum swipe distance in pixels. */
const SWIPE_MIN = 50;

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

/** Full-screen photo viewer; arrow keys and swipes move between photos. */
export function PhotoViewer({ drive, user, photos, shown, onShow, onLike, onReport, onStep }: Props) {
  const touch = useRef<number | null>(null);
  const at = photos.findIndex(({ id }) => id === shown);
  const photo = photos[at];
  const turn = (by: number) => onShow(photos[(at + by + photos.length) % photos.length]?.id ?? null);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turn(-1);
    if (key === 'ArrowRight') turn(1);
  };
  const swiped = (x: number) => {
    const by = touch.current === null ? 0 : x - touch.current;
    touch.current = null;
    if (Math.abs(by) >= SWIPE_MIN && photos.length > 1) turn(by > 0 ? -1 : 1);
  };
  return (
    <Dialog opened={photo !== undefined} onClose={() => onShow(null)} title={words.viewer} fullScreen>
      {photo !== undefined && (
        <div className={styles.viewer} onKeyDown={onKeyDown}>
          <div
            className={styles.stage}
            onTouchStart={({ touches }) =>
              (touch.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null)
            }
            onTouchEnd={({ changedTouches }) => swiped(changedTouches[0]?.clientX ?? 0)}
          >
            <Large key={photo.id} photo={photo} alt={photo.description || words.alt(numberText(at + 1))} />
          </div>
          <div className={styles.actions}>
            <ActionIcon variant="default" size={44} aria-label={words.previous} onClick={() => turn(-1)}>
              <IconChevronLeft />
            </ActionIcon>
            <span role="status">{words.place(numberText(at + 1), numberText(photos.length))}</span>
            <ActionIcon variant="default" size={44} aria-label={words.next} onClick={() => turn(1)}>
              <IconChevronRight />
            </ActionIcon>
            <LikeButton photo={photo} userId={user?.id ?? null} onLike={() => onLike(photo.id)} />
            {mayDeletePhoto(photo, { privacy: drive.privacy, ownerId: drive.created.user?.id ?? null }, user) && (
              <Button variant="subtle" color="red" mih={44} onClick={() => onStep({ kind: 'remove', id: photo.id })}>
                {words.delete}
              </Button>
            )}
            {!photo.pending && photo.addedBy !== user?.id && (
              <Button variant="subtle" color="gray" mih={44} onClick={() => onReport(photo.id)}>
                {reportTexts.card}
              </Button>
            )}
          </div>
          {photo.description !== '' && <p className={styles.text}>{photo.description}</p>}
          <Credit credit={photo.credit} />
        </div>
      )}
    </Dialog>
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
      style={{ backgroundColor: color }}
      width={width}
      height={height}
      onError={() => setFailed(true)}
    />
  );
}

function LikeButton({ photo, userId, onLike }: { photo: DrivePhoto; userId: string | null; onLike: () => void }) {
  const isLiked = userId !== null && photo.likes.includes(userId);
  const Icon = isLiked ? IconThumbUpFilled : IconThumbUp;
  const count = photo.likes.length;
  return (
    <Button
      variant="default"
      mih={44}
      leftSection={<Icon size={18} />}
      aria-pressed={isLiked}
      aria-label={words.like(count)}
      onClick={onLike}
    >
      {numberText(count)}
    </Button>
  );
}

function Credit({ credit: { name, externalUrl, description } }: Pick<DrivePhoto, 'credit'>) {
  const said = name || externalUrl;
  return (
    <>
      {said !== '' && (
        <p className={styles.note}>
          {words.by}{' '}
          {isWebUrl(externalUrl) ? (
            <a href={externalUrl} target="_blank" rel="noopener noreferrer nofollow ugc">
              {said}
            </a>
          ) : (
            said
          )}
        </p>
      )}
      {description !== '' && <p className={styles.text}>{description}</p>}
    </>
  );
}
