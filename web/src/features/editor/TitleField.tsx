import { titleFault } from '@switchback/contracts/rules/authoring';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useState } from 'react';
import { Link } from 'react-router';
import { isCallError, sentences } from '../../api/error.js';
import { TextField } from '../../components/form/TextField.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { editorTexts } from '../../texts/editor.js';
import { useCheckTitleQuery } from './editor-endpoints.js';
import styles from './Editor.module.css';

const CHECK_MS = 200;

interface Props {
  value: string;
  /** ID of the edited drive, whose own title counts as free. */
  driveId: string | null;
  /** Only titles of public drives must be unique. */
  isPublic: boolean;
  error: string | undefined;
  onChange: (title: string) => void;
  onLeave: () => void;
}

/** Title field, checked by the server while the user types; links to the drive that already has the title. */
export function TitleField({ value, driveId, isPublic, error, onChange, onLeave }: Props) {
  const [isLeft, setLeft] = useState(false);
  const title = useDebounced(value.trim(), CHECK_MS);
  const isFit = isPublic && title !== '' && titleFault(title) === null;
  const check = useCheckTitleQuery({ title, driveId: driveId ?? undefined }, { skip: !isFit });
  const isSettled = isFit && title === value.trim() && !check.isFetching;
  const refusal = isSettled && isCallError(check.error) && check.error.type === 409 ? check.error : null;
  const taken = refusal?.additional?.['isTaken'] as { id?: string; title: string } | undefined;
  const fault = refusal === null ? error : sentences({ title: editorTexts.taken, message: '' });
  return (
    <div>
      <TextField
        label={editorTexts.name}
        value={value}
        maxLength={LIMITS.driveTitleMax}
        error={isLeft || refusal !== null || error !== undefined ? fault : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={() => {
          setLeft(true);
          onLeave();
        }}
      />
      {taken?.id !== undefined && (
        <Link to={`/drive-details/${encodeURIComponent(taken.id)}`} target="_blank" rel="noopener">
          {editorTexts.takenLink}: {taken.title}
        </Link>
      )}
      <p role="status" className={styles.status}>
        {isSettled && check.data === true ? editorTexts.nameFree : ''}
      </p>
    </div>
  );
}
