import { Button } from '@mantine/core';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { IconX } from '../../components/icons.js';
import { useState } from 'react';
import { sentences } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { PlaceField } from '../../components/PlaceField.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { texts } from '../../texts/en.js';
import { CutPanel } from './CutPanel.js';
import styles from './Editor.module.css';
import type { FileTexts } from './FileTool.js';
import { RoadlessHelp, RouteFiguresLine, TurnList } from './RouteFiguresLine.js';
import { RouteProfile } from './RouteProfile.js';
import { RouteTools } from './RouteTools.js';
import { canAdd } from './route-state.js';
import { RowButton, SlotRow } from './SlotRow.js';
import type { RouteWork } from './use-route-editor.js';
import { useKeptFocus } from './use-kept-focus.js';

const words = editorRouteTexts;

interface Props {
  editor: RouteWork;
  /** Center of the map view. */
  near: LatLng | null;
  /** Called with the texts of an imported file. */
  onTexts: (texts: FileTexts) => void;
}

/** Ordered waypoints of the route, with actions on all of them. Fully usable without a map. */
export function WaypointsDrawer({ editor, near, onTexts }: Props) {
  const { points, act, error, retry, isRouting, figures } = editor;
  const { slots } = points;
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useKeptFocus<HTMLOListElement>(slots);
  return (
    <>
      <h2 className={styles.heading}>{words.title}</h2>
      <RouteTools editor={editor} onTexts={onTexts} />
      <CutPanel editor={editor} />
      <ol className={styles.slots} {...list}>
        {slots.map((slot, index) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            index={index}
            near={near}
            editor={editor}
            count={slots.length}
            isDragged={dragged === index}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== null) act({ type: 'moved', from: dragged, to: index });
              setDragged(null);
            }}
          />
        ))}
      </ol>
      {canAdd(points) && (
        <Button variant="default" mih={44} onClick={() => act({ type: 'added' })}>
          {words.add}
        </Button>
      )}
      {points.slots.length >= LIMITS.waypointsMax && (
        <p className={styles.status}>{words.waypointsFull(LIMITS.waypointsMax)}</p>
      )}
      {figures !== null && <RouteFiguresLine figures={figures} />}
      {figures !== null && editor.cut === null && <RouteProfile {...editor} />}
      {figures !== null && <RoadlessHelp figures={figures} />}
      {figures !== null && <TurnList maneuvers={figures.maneuvers} />}
      <p role="status" className={styles.status}>
        {isRouting ? words.routing : ''}
      </p>
      {error !== null && (
        <Notice kind="error" title={words.failed} text={sentences(error)}>
          <Button variant="default" onClick={retry}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      <Interests editor={editor} near={near} />
    </>
  );
}

function Interests({ editor: { points, act }, near }: Omit<Props, 'onTexts'>) {
  const { interests } = points;
  const list = useKeptFocus<HTMLUListElement>(interests);
  const isFull = interests.length >= LIMITS.pointsOfInterestMax;
  return (
    <section aria-label={words.interests} className={styles.section}>
      <h3 className={styles.subheading}>{words.interests}</h3>
      <ul className={styles.interests} {...list}>
        {interests.map(({ id, label }, index) => (
          <li key={id}>
            <span>{label}</span>
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
        <PlaceField
          label={words.interestPlaceholder}
          placeholder={words.interestPlaceholder}
          chosen=""
          near={near}
          onPlace={(label, location) => act({ type: 'interestAdded', label, location })}
        />
      )}
    </section>
  );
}
