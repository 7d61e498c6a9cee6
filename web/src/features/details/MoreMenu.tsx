import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Tooltip.css';
import { IconRoute } from '../../components/icons.js';
import {
  IconDots,
  IconFlag,
  IconMessagePlus,
  IconPencil,
  IconShare,
  IconTrash,
  IconTrophy,
} from '../../components/page-icons.js';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { detailsTexts } from '../../texts/details.js';

const words = detailsTexts.more;

interface Props {
  /** Null if the user may not share it. */
  onShare: (() => void) | null;
  onDirections: () => void;
  /** Null if the user cannot suggest edits. */
  onSuggest: (() => void) | null;
  /** URL of its editor; null if the user may not edit it. */
  editor: string | null;
  /** Null if the user may not rank it. */
  onRank: (() => void) | null;
  /** Null if the user may not delete it. */
  onDelete: (() => void) | null;
  /** Null if the user may not report it. */
  onReport: (() => void) | null;
}

/** Menu of actions on the drive. Closes on a click outside, on scroll and when the pointer leaves it. */
export function MoreMenu({ onShare, onDirections, onSuggest, editor, onRank, onDelete, onReport }: Props) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const close = () => setOpen(false);
    addEventListener('scroll', close, { capture: true, passive: true });
    return () => removeEventListener('scroll', close, { capture: true });
  }, [open]);
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-end" transitionProps={{ duration: 120 }}>
      <Tooltip label={words.button} disabled={open}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.button}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown onMouseLeave={() => setOpen(false)}>
        {onShare !== null && (
          <Menu.Item leftSection={<IconShare size={18} />} onClick={onShare} mih={44}>
            {words.share}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconRoute size={18} />} onClick={onDirections} mih={44}>
          {words.directions}
        </Menu.Item>
        {onSuggest !== null && (
          <Menu.Item leftSection={<IconMessagePlus size={18} />} onClick={onSuggest} mih={44}>
            {words.suggest}
          </Menu.Item>
        )}
        {editor !== null && (
          <Menu.Item leftSection={<IconPencil size={18} />} component={Link} to={editor} mih={44}>
            {words.edit}
          </Menu.Item>
        )}
        {onRank !== null && (
          <Menu.Item leftSection={<IconTrophy size={18} />} onClick={onRank} mih={44}>
            {words.rank}
          </Menu.Item>
        )}
        {onDelete !== null && (
          <Menu.Item leftSection={<IconTrash size={18} />} color="red" onClick={onDelete} mih={44}>
            {words.delete}
          </Menu.Item>
        )}
        {onReport !== null && (
          <Menu.Item leftSection={<IconFlag size={18} />} onClick={onReport} mih={44}>
            {words.report}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
