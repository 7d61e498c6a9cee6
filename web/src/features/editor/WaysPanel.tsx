import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { useState } from 'react';
import { asCallError, sentences } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { WayCards } from '../../components/WayCards.js';
import { texts } from '../../texts/en.js';
import { wayTexts } from '../../texts/ways.js';
import styles from './Editor.module.css';
import { isWhollyRouted, type Leg } from './legs.js';
import { slotName } from './slot-names.js';
import type { RouteWork } from './use-route-editor.js';
import { useWayChoicesQuery } from './ways-endpoint.js';

const words = wayTexts;

/** The legs for which a way is chosen: all, or the one to a slot. */
export type WaysTarget = 'route' | { slotId: number };

interface Props {
  editor: RouteWork;
  target: WaysTarget;
  onClose: () => void;
}

/** Offers the fastest way and curvier ones for the whole route or for one leg; a chosen one shows at once. */
export function WaysPanel({ editor, target, onClose }: Props) {
  const legs = legsFor(editor, target);
  if (legs.length === 0) return null;
  const { slots } = editor.points;
  const title = target === 'route' ? words.title : words.titleFor(slotName(legs[0]!.endIndex, slots.length));
  return (
    <section className={styles.cut} aria-label={title}>
      <h3 className={styles.subheading}>{title}</h3>
      <Ways editor={editor} legs={legs} title={title} />
      <Button variant="default" mih={44} mt="xs" onClick={onClose}>
        {words.done}
      </Button>
    </section>
  );
}

/** Returns the legs of a target; none if one of them is no routed leg any more. */
export function legsFor({ legs }: Pick<RouteWork, 'legs'>, target: WaysTarget): readonly Leg[] {
  const some = legs.map(({ leg }) => leg).filter(({ end }) => target === 'route' || end.id === target.slotId);
  return some.every(isWhollyRouted) ? some : [];
}

function Ways({ editor, legs, title }: { editor: RouteWork; legs: readonly Leg[]; title: string }) {
  const [unpaved, setUnpaved] = useState(false);
  const points = [legs[0]!.start.location, ...legs.map(({ end }) => end.location)];
  const { currentData: choices, error, refetch } = useWayChoicesQuery({ points, unpaved });
  const tastes = new Set(legs.map(({ end }) => end.taste ?? 'fastest'));
  const [taste] = tastes;
  return (
    <>
      <Checkbox
        className={styles.unpaved ?? ''}
        label={words.unpaved}
        checked={unpaved}
        onChange={({ currentTarget }) => setUnpaved(currentTarget.checked)}
      />
      <p role="status" className={styles.status}>
        {error === undefined && choices === undefined ? words.looking : ''}
        {choices?.length === 1 && choices[0]!.directions.source !== 'approximate' ? words.onlyOne : ''}
      </p>
      {error !== undefined && (
        <Notice kind="error" title={words.failed} text={sentences(asCallError(error))}>
          <Button variant="default" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      {choices !== undefined && (
        <WayCards
          label={title}
          choices={choices}
          chosen={tastes.size === 1 ? taste! : null}
          onChoose={(choice) =>
            editor.choose(
              legs.map(({ endIndex }) => endIndex),
              choice,
            )
          }
        />
      )}
    </>
  );
}
