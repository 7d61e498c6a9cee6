import { LIMITS } from '@switchback/contracts/rules/limits';
import { Link } from 'react-router';
import { TextField } from '../../components/form/TextField.js';
import { editorTexts } from '../../texts/editor.js';
import styles from './Editor.module.css';
import type { TitleCheck } from './use-title-check.js';

interface Props {
  value: string;
  check: TitleCheck;
  error: string | undefined;
  onChange: (title: string) => void;
  onLeave: () => void;
}

/** Title field; links to the drive that already has the title. */
export function TitleField({ value, check: { isFree, taken }, error, onChange, onLeave }: Props) {
  return (
    <div data-field="title">
      <TextField
        label={editorTexts.name}
        value={value}
        maxLength={LIMITS.driveTitleMax}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onLeave}
      />
      {taken?.id !== undefined && (
        <Link to={`/drive-details/${encodeURIComponent(taken.id)}`} target="_blank" rel="noopener">
          {editorTexts.takenLink}: {taken.title}
        </Link>
      )}
      <p role="status" className={styles.status}>
        {isFree ? editorTexts.nameFree : ''}
      </p>
    </div>
  );
}
