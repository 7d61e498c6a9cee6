import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Waypoint } from '@switchback/contracts/resources/drive';
import { isBlank } from '@switchback/contracts/rules/blank';
import { daysOf } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../../components/Dialog.js';
import { IconPlus } from '../../../../components/page-icons.js';
import { PlaceField } from '../../../../components/PlaceField.js';
import { TextField } from '../../../../components/form/TextField.js';
import { texts } from '../../../../texts/en.js';
import { tripTexts } from '../../../../texts/trips.js';
import { type Drives, drivenOf } from './driven.js';
import styles from './Items.module.css';
import { useItemsEditor } from './items-editor.js';
import { dayName } from './place-text.js';
import { withPlaceOn } from './plan-days.js';

const words = tripTexts.place;

/** Adds a place without a drive to a trip, such as a hotel or lunch. */
export function AddPlace({ drives }: { drives: Drives }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="sm" mih={44} leftSection={<IconPlus size={18} />} onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={words.title}>
        <PlaceForm drives={drives} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function PlaceForm({ drives, onClose }: { drives: Drives; onClose: () => void }) {
  const { collection, move } = useItemsEditor();
  const { items } = collection;
  const [found, setFound] = useState<Waypoint | null>(null);
  const [name, setName] = useState('');
  const [day, setDay] = useState(1);
  const [fault, setFault] = useState('');
  const lastOfDay = items.findLast((item) => item.day === day) ?? items[0];
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (found === null) return setFault(words.required);
    const place = { ...found, label: isBlank(name) ? found.label : name.trim() };
    onClose();
    move(withPlaceOn(items, day, place), 'options');
  };
  return (
    <form className={styles.stretch} noValidate onSubmit={add}>
      <PlaceField
        label={words.where}
        placeholder={words.search}
        chosen={found?.label ?? ''}
        near={drivenOf(drives, lastOfDay)?.endLocation ?? null}
        onPlace={(label, location) => {
          setFound({ label, location });
          setFault('');
        }}
      />
      <p role="alert" className={styles.failure}>
        {fault}
      </p>
      <TextField
        label={words.name}
        description={words.nameHint}
        maxLength={LIMITS.waypointLabelMax}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={words.day}
        value={day}
        data={Array.from({ length: daysOf(collection) }, (_, index) => ({
          value: String(index + 1),
          label: dayName(index + 1),
        }))}
        onChange={(event) => setDay(Number(event.currentTarget.value))}
      />
      <div className={styles.actions}>
        <Button type="submit" mih={44}>
          {words.add}
        </Button>
        <Button mih={44} variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </form>
  );
}
