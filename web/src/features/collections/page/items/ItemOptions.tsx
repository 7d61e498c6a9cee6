import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import {
  IconArrowDown,
  IconArrowsExchange,
  IconArrowUp,
  IconDots,
  IconPencil,
  IconScissors,
  IconTrash,
} from '../../../../components/page-icons.js';
import { WHOLE } from '@switchback/geo/driven-part';
import { tripTexts } from '../../../../texts/trips.js';
import styles from './Items.module.css';
import { useItemsEditor } from './items-editor.js';
import { dayName } from './place-text.js';
import { movedToDay, type Stop, stepped } from './plan-days.js';

const words = tripTexts;

interface Props {
  stop: Stop;
  title: string;
  onNote: () => void;
  /** Chooses a stretch of the drive; undefined while the drive loads. */
  onStretch: (() => void) | undefined;
}

/** Menu of actions on an item. */
export function ItemOptions({ stop, title, onNote, onStretch }: Props) {
  const { collection, days, move, remove } = useItemsEditor();
  const { items } = collection;
  const steps = [
    { label: words.item.up, Icon: IconArrowUp, moved: stepped(items, days, stop.key, -1) },
    { label: words.item.down, Icon: IconArrowDown, moved: stepped(items, days, stop.key, 1) },
  ];
  return (
    <div className={styles.options}>
      <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            data-control="options"
            aria-label={words.item.options(title)}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu}>
          {steps.map(({ label, Icon, moved }) => (
            <Menu.Item
              key={label}
              mih={44}
              leftSection={<Icon size={18} />}
              disabled={moved === null}
              onClick={() => move(moved, 'options')}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Item mih={44} leftSection={<IconPencil size={18} />} onClick={onNote}>
            {stop.item.note === '' ? words.note.add : words.note.edit}
          </Menu.Item>
          {stop.item.place === undefined && <PartItems stop={stop} onStretch={onStretch} />}
          <Menu.Item mih={44} leftSection={<IconTrash size={18} />} onClick={() => remove(stop.index)}>
            {words.item.remove}
          </Menu.Item>
          {days > 0 && <DayItems stop={stop} />}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Changes how much of the drive is driven, and in which direction. */
function PartItems({ stop, onStretch }: Pick<Props, 'stop' | 'onStretch'>) {
  const { setPart } = useItemsEditor();
  const part = stop.item.part ?? WHOLE;
  return (
    <>
      <Menu.Item
        mih={44}
        leftSection={<IconArrowsExchange size={18} />}
        onClick={() => setPart(stop.index, { ...part, reversed: !part.reversed })}
      >
        {part.reversed ? words.part.asDrawn : words.part.reverse}
      </Menu.Item>
      <Menu.Item
        mih={44}
        leftSection={<IconScissors size={18} />}
        disabled={onStretch === undefined}
        onClick={onStretch}
      >
        {words.part.choose}
      </Menu.Item>
    </>
  );
}

/** The other days, to move the item to. */
function DayItems({ stop }: { stop: Stop }) {
  const { collection, days, move } = useItemsEditor();
  const all = [...Array.from({ length: days }, (_, index) => index + 1), null];
  const moves = all.map((day) => ({ day, moved: movedToDay(collection.items, days, stop.key, day) }));
  return (
    <>
      <Menu.Divider />
      {moves
        .filter(({ moved }) => moved !== null)
        .map(({ day, moved }) => (
          <Menu.Item key={day} mih={44} onClick={() => move(moved, 'options')}>
            {words.item.moveTo(dayName(day))}
          </Menu.Item>
        ))}
    </>
  );
}
