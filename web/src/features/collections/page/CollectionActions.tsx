import { ActionIcon, Button, Menu } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import {
  IconDots,
  IconFlag,
  IconLink,
  IconPencil,
  IconShare,
  IconTrash,
  IconWorld,
} from '../../../components/page-icons.js';
import { useCopyLink } from '../../../lib/page/use-copy-link.js';
import { collectionTexts } from '../../../texts/collections.js';
import { publicationTexts } from '../../../texts/publication.js';
import { reportTexts } from '../../../texts/reports.js';
import { useReport } from '../../reports/use-report.js';
import { ACTION_SIZE } from './action-size.js';
import type { CollectionRights } from './rights.js';

const words = collectionTexts;

interface ActionsProps {
  id: string;
  rights: CollectionRights;
  isPublic: boolean;
  onEdit: () => void;
  onShare: () => void;
}

/** Buttons of the owner and of staff; for a public collection, also its link, and for its readers a report. */
export function CollectionActions({ id, rights: { canEdit, canShare }, isPublic, onEdit, onShare }: ActionsProps) {
  return (
    <>
      {isPublic && <CopyLink />}
      {canShare && (
        <Button {...ACTION_SIZE} variant="default" leftSection={<IconShare size={18} />} onClick={onShare}>
          {words.share.button}
        </Button>
      )}
      {canEdit && (
        <Button {...ACTION_SIZE} variant="default" leftSection={<IconPencil size={18} />} onClick={onEdit}>
          {words.edit.button}
        </Button>
      )}
      {isPublic && !canEdit && <Report id={id} />}
    </>
  );
}

interface MenuProps {
  rights: CollectionRights;
  onPublication: (change: NonNullable<CollectionRights['publication']>) => void;
  onDelete: () => void;
}

/** Rarer actions of the owner and of staff. */
export function CollectionMenu({ rights: { canDelete, publication }, onPublication, onDelete }: MenuProps) {
  if (!canDelete && publication === null) return null;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.options}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {publication !== null && (
          <Menu.Item mih={44} leftSection={<IconWorld size={18} />} onClick={() => onPublication(publication)}>
            {publicationTexts[publication].button}
          </Menu.Item>
        )}
        {canDelete && (
          <Menu.Item mih={44} color="red" leftSection={<IconTrash size={18} />} onClick={onDelete}>
            {words.delete.button}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Report({ id }: { id: string }) {
  const { report, dialog } = useReport('collection');
  return (
    <>
      <Button {...ACTION_SIZE} variant="subtle" leftSection={<IconFlag size={18} />} onClick={() => report(id)}>
        {reportTexts.action}
      </Button>
      {dialog}
    </>
  );
}

function CopyLink() {
  const { state, copy } = useCopyLink(globalThis.location.origin + globalThis.location.pathname);
  return (
    <>
      <Button
        {...ACTION_SIZE}
        variant="default"
        leftSection={<IconLink size={18} />}
        disabled={state === 'in-progress'}
        onClick={copy}
      >
        {words.copy[state]}
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'success' || state === 'error' ? words.copy[state] : ''}
      </span>
    </>
  );
}
