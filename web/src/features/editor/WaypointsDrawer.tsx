import { Button } from '@mantine/core';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { boundsIntersect } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { Suspense, useState } from 'react';
import { useSettingsQuery } from '../../api/api.js';
import { sentences } from '../../api/error.js';
import { lazyComponent } from '../../components/lazy-component.js';
import { Notice } from '../../components/Notice.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { texts } from '../../texts/en.js';
import { wayTexts } from '../../texts/ways.js';
import { CutPanel } from './CutPanel.js';
import styles from './Editor.module.css';
import type { FileTexts } from './FileTool.js';
import { type AddPlace, Interests } from './Interests.js';
import { RoadlessHelp, RouteFiguresLine, TurnList } from './RouteFiguresLine.js';
import { RouteProfile } from './RouteProfile.js';
import { RouteTools } from './RouteTools.js';
import { canAdd } from './route-state.js';
import { SlotRow } from './SlotRow.js';
import { SnapTool } from './SnapTool.js';
import type { RouteWork } from './use-route-editor.js';
import { useKeptFocus } from './use-kept-focus.js';
import { legsFor, WaysPanel, type WaysTarget } from './WaysPanel.js';

const StopChoice = lazyComponent(() => import('../stops/StopChoice.js'), 'notice');

const words = editorRouteTexts;

interface Props {
  editor: RouteWork;
  /** Center of the map view. */
  near: LatLng | null;
  /** The stored drive; null for a new one. */
  drive: Pick<DriveDetails, 'id' | 'bounds' | 'directions'> | null;
  /** Called with the texts of an imported file. */
  onTexts: (texts: FileTexts) => void;
}

/** Ordered waypoints of the route, with actions on all of them. Fully usable without a map. */
export function WaypointsDrawer({ editor, near, drive, onTexts }: Props) {
  const { points, act, error, retry, isRouting, figures } = editor;
  const { slots } = points;
  const [dragged, setDragged] = useState<number | null>(null);
  const [ways, setWays] = useState<WaysTarget | null>(null);
  const list = useKeptFocus<HTMLOListElement>(slots);
  const stopsOf = useStopsAlong(drive);
  return (
    <>
      <h2 className={styles.heading}>{words.title}</h2>
      <RouteTools editor={editor} onTexts={onTexts} />
      <CutPanel editor={editor} />
      {drive !== null && <SnapTool editor={editor} drive={drive} />}
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
            onWays={() => setWays({ slotId: slot.id })}
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
      {ways === null && figures !== null && legsFor(editor, 'route').length > 0 && (
        <Button variant="default" mih={44} onClick={() => setWays('route')}>
          {wayTexts.choose}
        </Button>
      )}
      {ways !== null && (
        <WaysPanel key={JSON.stringify(ways)} editor={editor} target={ways} onClose={() => setWays(null)} />
      )}
      {figures !== null && editor.cut === null && <RouteProfile {...editor} />}
      {figures !== null && <RoadlessHelp figures={figures} />}
      {figures !== null && <TurnList turns={figures.turns} />}
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
      <Interests editor={editor} near={near} stopsOf={stopsOf} />
    </>
  );
}

/** Offers the stops along a stored drive in the region; null elsewhere. */
function useStopsAlong(drive: Props['drive']) {
  const region = useSettingsQuery().data?.region ?? null;
  if (drive === null || region?.bounds == null || !boundsIntersect(region.bounds, drive.bounds)) return null;
  return (labels: readonly string[], onAdd: AddPlace) => (
    <Suspense fallback={null}>
      <StopChoice driveId={drive.id} labels={labels} onAdd={onAdd} />
    </Suspense>
  );
}
