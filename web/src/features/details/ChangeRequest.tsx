import { Button } from '@mantine/core';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { CHANGE_REQUEST_FIELDS, isPhotoRequestKey } from '@switchback/contracts/rules/authoring';
import { Link } from 'react-router';
import { changeRequestTexts } from '../../texts/change-requests.js';
import { texts } from '../../texts/en.js';
import styles from './DetailsPanel.module.css';

const words = changeRequestTexts;

interface Props {
  drive: Pick<DriveDetails, 'changeRequest'>;
  /** URL of the owner's editor; null if their account no longer allows to edit. */
  editor: string | null;
}

/** Shows the owner of a drive that staff sent back what they ask for, in the order of the editor's fields. */
export function ChangeRequest({ drive: { changeRequest = {} }, editor }: Props) {
  const ofFields = CHANGE_REQUEST_FIELDS.map((field) => [words.fields[field], changeRequest[field]] as const);
  const ofPhotos = Object.entries(changeRequest).filter(([key]) => isPhotoRequestKey(key));
  const calls = [...ofFields, ...ofPhotos.map(([, text]) => [words.fields.photos, text] as const)];
  return (
    <section className={styles.changes} aria-label={texts.account.driveStates['changes-requested']}>
      <p>{words.lead}</p>
      <dl>
        {calls.map(
          ([field, text], index) =>
            text !== undefined && (
              <div key={index}>
                <dt>{field}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      {editor === null ? (
        <p className={styles.note}>{words.upgrade}</p>
      ) : (
        <Button component={Link} to={editor} mih={44}>
          {words.make}
        </Button>
      )}
    </section>
  );
}
