import { usePhotosQuery } from '../../api/photos-api.js';
import { Picture } from '../../components/Picture.js';
import { moderationTexts } from '../../texts/moderation.js';
import { texts } from '../../texts/en.js';
import styles from './Moderation.module.css';

const words = moderationTexts;

/** Shows a pending or reported photo, as large as the space allows. */
export function PhotoSubject({ id, driveId }: { id: string; driveId: string }) {
  // Another moderator may have decided it in the meantime.
  const { data, isFetching } = usePhotosQuery(driveId, { refetchOnMountOrArgChange: true });
  const photo = data?.find((one) => one.id === id);
  if (photo === undefined) return <p role="status">{isFetching ? texts.loading : words.gonePhoto}</p>;
  const { large, width, height, color, description, credit } = photo;
  return (
    <figure className={styles.photo}>
      <div className={styles.subject} style={{ '--ratio': width / height, '--width': `${width}px` }}>
        <Picture url={large} alt={description || words.subjects['photo']} color={color} />
      </div>
      <figcaption className={styles.hint}>
        {[credit.name, credit.externalUrl, credit.description].filter(Boolean).join(' · ')}
      </figcaption>
    </figure>
  );
}
