import { Button, RangeSlider } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import { useState } from 'react';
import { useUnits } from '../../lib/store/store.js';
import { distanceText } from '../../lib/text/units.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { CUT_START, type CutKind, cutLine, cutRoute } from './cut.js';
import styles from './Editor.module.css';
import { RouteProfile } from './RouteProfile.js';
import type { RouteWork } from './use-route-editor.js';
import { useSlotNames } from './use-slot-names.js';

const words = editorRouteTexts;
/** Positions of the slider, so that a key moves a handle by a quarter of a percent. */
const STEPS = 400;

/** Removes the start, the end or a stretch of the route, between two handles on its profile and on the map. */
export function CutPanel({ editor }: { editor: RouteWork }) {
  const { cut, legs, points, act, setCut } = editor;
  const units = useUnits();
  const name = useSlotNames(act);
  const [message, setMessage] = useState('');
  const line = cut && cutLine(legs);
  if (cut === null || line === null) return null;
  const [from, to] = cut;
  const text = (share: number) => distanceText(share * line.totalMeters, units);
  const make = (kind: CutKind, share: number) => {
    const slots = cutRoute(points.slots, legs, kind, cut);
    act({ type: 'cut', slots });
    setCut(CUT_START);
    setMessage(words.cutMade(text(share)));
    for (const slot of slots) if (!('id' in slot) && slot.location !== null) void name(slot.location);
  };
  return (
    <section className={styles.cut} aria-label={words.cutTitle}>
      <p className={styles.status}>{words.cutLead}</p>
      <RangeSlider
        className={styles.cutSlider ?? ''}
        classNames={{ thumb: styles.cutThumb ?? '' }}
        color="red"
        min={0}
        max={STEPS}
        step={1}
        minRange={1}
        pushOnOverlap={false}
        value={[from * STEPS, to * STEPS]}
        label={null}
        thumbSize={28}
        size={6}
        thumbFromLabel={words.cutFrom}
        thumbToLabel={words.cutTo}
        thumbValueText={(position) => text(position / STEPS)}
        thumbChildren={words.cutMarks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
        onChange={([first, second]) => setCut([first / STEPS, second / STEPS])}
      />
      <div className={styles.cuts}>
        <Button variant="default" mih={44} disabled={from === 0} onClick={() => make('start', from)}>
          {words.cutStart(text(from))}
        </Button>
        <Button variant="default" mih={44} onClick={() => make('stretch', to - from)}>
          {words.cutStretch(text(to - from))}
        </Button>
        <Button variant="default" mih={44} disabled={to === 1} onClick={() => make('end', 1 - to)}>
          {words.cutEnd(text(1 - to))}
        </Button>
        <Button variant="default" mih={44} onClick={() => setCut(null)}>
          {words.cutDone}
        </Button>
      </div>
      <p role="status" className={styles.status}>
        {message}
      </p>
      <RouteProfile {...editor} />
    </section>
  );
}
