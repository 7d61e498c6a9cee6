import { Button } from '@mantine/core';
import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { useDeferredValue, useState } from 'react';
import { reasonOf } from '../../../api/error.js';
import { Picture } from '../../../components/Picture.js';
import { useReport } from '../../reports/use-report.js';
import { numberText } from '../../../lib/text/units.js';
import { texts } from '../../../texts/en.js';
import { photoTexts } from '../../../texts/photos.js';
import { PendingBadge } from './PendingBadge.js';
import { usePhotosQuery } from '../../../api/photos-api.js';
import { useLikePhotoMutation } from './photo-endpoints.js';
import { PhotoDialog, type PhotoStep } from './PhotoDialog.js';
import styles from './Photos.module.css';
import { PhotoViewer } from './PhotoViewer.js';
import { SubmitPhoto } from './SubmitPhoto.js';
import type { Intent, PhotoIntent } from '../../../lib/store/prompt-slice.js';
import { useGate } from '../use-gate.js';

const words = photoTexts;

interface Props {
  drive: DriveDetails;
  /** The photo in the viewer; null while it is closed. */
  shown: string | null;
  onShow: (id: string | null) => void;
}

/** Shows the photos of a drive that the user may see, with a button to submit one. */
export default function PhotosSection({ drive, shown, onShow }: Props) {
  const { data: photos, error, refetch } = usePhotosQuery(drive.id);
  const gallery = useDeferredValue(photos, undefined);
  const [isSubmitting, setSubmitting] = useState(false);
  const [said, setSaid] = useState('');
  const [step, setStep] = useState<PhotoStep | null>(null);
  const { report, dialog } = useReport('photo');
  const [like, { error: refusal }] = useLikePhotoMutation();
  const { user, pass } = useGate(drive.id, isPhotoIntent, ({ photo: wanted }, { id: userId }) => {
    if (wanted === 'submit') return setSubmitting(true);
    const liked = photos?.find(({ id }) => id === wanted.liked)?.likes.includes(userId) ?? false;
    void like({ driveId: drive.id, id: wanted.liked, like: !liked });
  });
  return (
    <section className={styles.section} aria-label={words.title}>
      <Head onSubmit={() => pass({ photo: 'submit', driveId: drive.id })} />
      <p role="status" className={styles.note}>
        {said}
      </p>
      {(error ?? refusal) !== undefined && (
        <p role="alert" className={styles.fault}>
          {reasonOf(error ?? refusal)}
          {error !== undefined && <Button onClick={() => void refetch()}>{texts.retry}</Button>}
        </p>
      )}
      {photos?.length === 0 && <p className={styles.note}>{words.empty}</p>}
      <Gallery
        drive={drive}
        photos={gallery ?? []}
        isStaff={user?.accountType === 'admin'}
        onShow={onShow}
        onStep={setStep}
      />
      <PhotoViewer
        drive={drive}
        user={user}
        shown={shown}
        photos={photos ?? []}
        onShow={onShow}
        onLike={(id) => pass({ photo: { liked: id }, driveId: drive.id })}
        onReport={report}
        onStep={setStep}
      />
      {dialog}
      <PhotoDialog
        driveId={drive.id}
        step={step}
        onClose={() => setStep(null)}
        onDone={(gone) => {
          setStep(null);
          if (gone) onShow(null);
        }}
      />
      {isSubmitting && user !== null && (
        <SubmitPhoto
          driveId={drive.id}
          userId={user.id}
          onClose={() => setSubmitting(false)}
          onSent={(waits) => {
            setSubmitting(false);
            setSaid(waits ? words.form.waits : words.form.sent);
          }}
        />
      )}
    </section>
  );
}

function Head({ onSubmit }: { onSubmit: () => void }) {
  return (
    <div className={styles.head}>
      <h3 className={styles.heading}>{words.title}</h3>
      <Button variant="default" mih={44} onClick={onSubmit}>
        {words.submit}
      </Button>
    </div>
  );
}

interface GalleryProps {
  drive: DriveDetails;
  photos: readonly DrivePhoto[];
  isStaff: boolean;
  onShow: (id: string) => void;
  onStep: (step: PhotoStep) => void;
}

function Gallery({ drive, photos, isStaff, onShow, onStep }: GalleryProps) {
  const count = numberText(photos.length);
  return (
    <ul className={styles.gallery}>
      {photos.map(({ id, medium, color, pending, description }, index) => (
        <li key={id} style={{ backgroundColor: color }}>
          <button type="button" aria-label={words.open(numberText(index + 1), count)} onClick={() => onShow(id)}>
            <Picture
              url={medium}
              path={drive.overviewPath}
              approximate={drive.approximate}
              alt={description}
              color={color}
            />
          </button>
          {pending && <PendingBadge isStaff={isStaff} onDecide={(kind) => onStep({ kind, id })} />}
        </li>
      ))}
    </ul>
  );
}

function isPhotoIntent(intent: Intent): intent is PhotoIntent {
  return 'photo' in intent;
}
