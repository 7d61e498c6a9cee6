import { Textarea } from '@mantine/core';
import { CHANGE_REQUEST_FIELDS, type ChangeRequestKey, photoRequestKey } from '@switchback/contracts/rules/authoring';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { usePhotosQuery } from '../../api/photos-api.js';
import { Picture } from '../../components/Picture.js';
import { editorTexts } from '../../texts/editor.js';
import { editorPhotoTexts } from '../../texts/editor-photos.js';
import { moderationTexts } from '../../texts/moderation.js';
import styles from './Moderation.module.css';

const words = editorPhotoTexts;

interface Props {
  driveId: string;
  written: Readonly<Partial<Record<ChangeRequestKey, string>>>;
  onChange: (key: ChangeRequestKey, text: string) => void;
}

/** Requests changes to a pending drive, field by field and photo by photo. */
export function DriveRequests({ driveId, written, onChange }: Props) {
  return (
    <>
      <h3 className={styles.subheading}>{moderationTexts.requests}</h3>
      {CHANGE_REQUEST_FIELDS.map((field) => (
        <Textarea
          key={field}
          label={editorTexts.fields[field]}
          value={written[field] ?? ''}
          maxLength={LIMITS.changeRequestFieldMax}
          autosize
          minRows={1}
          onChange={({ currentTarget: { value } }) => onChange(field, value)}
        />
      ))}
      <PhotoRequests driveId={driveId} written={written} onChange={onChange} />
    </>
  );
}

/** Photos of a pending drive, each with a field for requested changes. */
function PhotoRequests({ driveId, written, onChange }: Props) {
  const { data = [] } = usePhotosQuery(driveId);
  return data.map(({ id, small, color, description, pending }, index) => {
    const [key, name] = [photoRequestKey(id), words.name(index + 1)];
    return (
      <div key={id} className={styles.photoRequest}>
        <span className={styles.requestPicture}>
          <Picture url={small} alt={description || name} color={color} />
        </span>
        <Textarea
          label={pending ? `${name} · ${words.pending}` : name}
          value={written[key] ?? ''}
          maxLength={LIMITS.changeRequestFieldMax}
          autosize
          minRows={1}
          onChange={({ currentTarget: { value } }) => onChange(key, value)}
        />
      </div>
    );
  });
}
