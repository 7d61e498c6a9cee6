import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { IconX } from '../../components/icons.js';
import { PlaceField } from '../../components/PlaceField.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { texts } from '../../texts/en.js';
import styles from './Editor.module.css';
import { RowButton } from './SlotRow.js';
import { useKeptFocus } from './use-kept-focus.js';
import type { RouteWork } from './use-route-editor.js';

const words = editorRouteTexts;

interface Props {
  editor: RouteWork;
  /** Center of the map view. */
  near: LatLng | null;
  /** Offers places along the drive; null where nothing is known of them. */
  stopsOf: ((labels: readonly string[], onAdd: AddPlace) => ReactNode) | null;
}

export type AddPlace = (label: string, location: LatLng) => void;

/** Places worth a stop: found by name or by a click on the map, under names of the person's own. */
export function Interests({ editor: { points, act, isPicking, setPicking }, near, stopsOf }: Props) {
  const { interests } = points;
  const list = useKeptFocus<HTMLUListElement>(interests);
  const isFull = interests.length >= LIMITS.pointsOfInterestMax;
  const add: AddPlace = (label, location) => act({ type: 'interestAdded', label, location });
  useEscape(isPicking, () => setPicking(false));
  return (
    <section aria-label={words.interests} className={styles.interestSection}>
      <h3 className={styles.subheading}>{words.interests}</h3>
      <ul className={styles.interests} {...list}>
        {interests.map(({ id, label }, index) => (
          <li key={id}>
            <NameField label={label} onName={(name) => act({ type: 'interestLabeled', index, label: name })} />
            <RowButton
              label={words.remove(label)}
              disabled={false}
              onClick={() => act({ type: 'interestRemoved', index })}
            >
              <IconX size={18} />
            </RowButton>
          </li>
        ))}
      </ul>
      {isFull ? (
        <p className={styles.status}>{words.interestsFull(LIMITS.pointsOfInterestMax)}</p>
      ) : (
        <>
          <PlaceField
            label={words.interestPlaceholder}
            placeholder={words.interestPlaceholder}
            chosen=""
            near={near}
            onPlace={add}
          />
          <Button variant="default" mih={44} onClick={() => setPicking(!isPicking)}>
            {isPicking ? texts.form.cancel : words.pick}
          </Button>
          {stopsOf?.(
            interests.map(({ label }) => label),
            add,
          )}
        </>
      )}
      <p role="status" className={styles.status}>
        {isPicking ? words.picking : ''}
      </p>
    </section>
  );
}

/** The name of a place; a change is one step of undo. */
function NameField({ label, onName }: { label: string; onName: (name: string) => void }) {
  const [shown, setShown] = useState(label);
  const [text, setText] = useState(label);
  // A name that arrives later, or comes back by undo, replaces the text.
  if (shown !== label) {
    setShown(label);
    setText(label);
  }
  const save = () => {
    const name = text.trim();
    if (name === '') setText(label);
    else if (name !== label) onName(name);
  };
  return (
    <TextInput
      aria-label={words.interestName(label)}
      className={styles.interestName ?? ''}
      value={text}
      maxLength={LIMITS.waypointLabelMax}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save();
      }}
    />
  );
}

function useEscape(isActive: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isActive) return;
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') escape();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isActive]);
}
