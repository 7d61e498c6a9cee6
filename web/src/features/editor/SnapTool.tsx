import { Button } from '@mantine/core';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { reasonOf } from '../../api/error.js';
import { useUser } from '../../lib/people/use-user.js';
import { useUnits } from '../../lib/store/store.js';
import { heightText } from '../../lib/text/units.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { useSnapDriveMutation } from './editor-endpoints.js';
import styles from './Editor.module.css';
import type { RouteWork } from './use-route-editor.js';

const words = editorRouteTexts;
/** Lines that already lie on roads. */
const ROUTED = ['valhalla', 'osrm', 'google'];

interface Props {
  editor: RouteWork;
  drive: Pick<DriveDetails, 'id' | 'directions'>;
}

/** For staff: lays the stored line of a drive onto the nearest roads, and shows how far it moved. */
export function SnapTool({ editor, drive }: Props) {
  const units = useUnits();
  const isStaff = useUser()?.accountType === 'admin';
  const [snap, { data, error, isLoading }] = useSnapDriveMutation();
  if (!isStaff || ROUTED.includes(drive.directions?.source ?? '')) return null;
  const replace = async () => {
    const answer = await snap(drive.id);
    if (answer.data) editor.replace({ stops: editor.points.slots, directions: answer.data.directions });
  };
  // Gone with the roads when they are undone.
  const moved =
    editor.isChanged && data && [data.moved.max, data.moved.mean].map((meters) => heightText(meters, units));
  const said = error === undefined ? (moved ? words.snapped(moved[0]!, moved[1]!) : '') : reasonOf(error);
  return (
    <>
      <Button variant="default" mih={44} loading={isLoading} disabled={editor.isChanged} onClick={() => void replace()}>
        {words.snap}
      </Button>
      <p role={error === undefined ? 'status' : 'alert'} className={error === undefined ? styles.status : styles.fault}>
        {said}
      </p>
    </>
  );
}
