import { ActionIcon } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import { IconX } from '../../components/icons.js';
import { Picture } from '../../components/Picture.js';
import { IconCheck } from '../../components/page-icons.js';
import { skipToken } from '@reduxjs/toolkit/query';
import { usePhotosQuery } from '../../api/photos-api.js';
import { moderationTexts } from '../../texts/moderation.js';
import { headingOf } from './ItemPanel.js';
import styles from './PhotoGrid.module.css';

const words = moderationTexts;

export interface PhotoVerdict {
  decision: 'approve' | 'disapprove' | 'decided';
  /** Error of the decision; null while it is being sent and once it succeeded. */
  fault: string | null;
}

interface Props {
  item: ModerationItem;
  verdict: PhotoVerdict | null;
  isCurrent: boolean;
  onFocus: () => void;
  onOpen: () => void;
  onDecide: (decision: 'approve' | 'disapprove') => void;
}

/** One pending photo, with a button for each of the two decisions. */
export function PhotoTile({ item, verdict, isCurrent, onFocus, onOpen, onDecide }: Props) {
  const { data, isFetching } = usePhotosQuery(item.driveId ?? skipToken);
  const photo = data?.find(({ id }) => id === item.subject.id);
  const title = headingOf(item);
  const isOpen = verdict === null || verdict.fault !== null;
  return (
    <li className={styles.tile} data-verdict={isOpen ? undefined : verdict.decision}>
      <button
        type="button"
        className={styles.picture}
        aria-current={isCurrent}
        aria-label={words.photoOf(title)}
        style={{ backgroundColor: photo?.color }}
        onFocus={onFocus}
        onClick={onOpen}
      >
        {photo !== undefined && <Picture url={photo.medium} color={photo.color} />}
        {photo === undefined && !isFetching && isOpen && words.gonePhoto}
      </button>
      <div className={styles.foot}>
        <span className={styles.title}>{title}</span>
        {isOpen && (
          <>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={words.decidePhoto(words.decisions.approve, title)}
              onClick={() => onDecide('approve')}
            >
              <IconCheck size={18} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={words.decidePhoto(words.decisions.disapprove, title)}
              onClick={() => onDecide('disapprove')}
            >
              <IconX size={18} />
            </ActionIcon>
          </>
        )}
      </div>
      <p role="status" className={styles.hint}>
        {verdict !== null && isOpen === false && words.verdicts[verdict.decision]}
      </p>
      <p role="alert" className={styles.fault}>
        {verdict?.fault}
      </p>
    </li>
  );
}
