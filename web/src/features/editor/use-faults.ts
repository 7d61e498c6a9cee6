import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { AuthoringFault } from '@switchback/contracts/rules/authoring';
import { useEffect, useState } from 'react';
import { CODES } from '../../api/error-codes.js';
import { editorTexts } from '../../texts/editor.js';
import type { DriveFields } from '../../lib/drives/drive-fields.js';
import { type Faults, faultsOf } from './drive-form.js';
import { FAULT_FIELDS, type FaultField, firstFault, focusField, isFaultField } from './fault-fields.js';
import type { DrawerName } from './use-drawers.js';
import type { RouteWork } from './use-route-editor.js';
import type { Submit } from './use-submit.js';
import { type TitleCheck, useTitleCheck } from './use-title-check.js';

const words = editorTexts;

interface Checked {
  fields: DriveFields;
  driveId: string | null;
  route: Pick<RouteWork, 'points' | 'directions'>;
  /** Null until the photos have loaded. */
  photoCount: number | null;
  accountType: AccountType;
  isReviewing: boolean;
  submit: Submit;
  onShow: (drawer: DrawerName) => void;
}

export interface FaultWork {
  /** By field: what prevents sending the drive, and what the server refused. */
  faults: Faults;
  /** Shows the faults of all fields, including those not visited yet. */
  showAll: boolean;
  titleCheck: TitleCheck;
  /** Shown at the buttons. */
  summary: AuthoringFault | null;
  /** Shows all faults and leads to the first one. @returns whether there are none. */
  pass: () => boolean;
  reset: () => void;
}

/** Checks the form, shows each fault at its field, and leads to the first one if sending fails. */
export function useFaults(checked: Checked): FaultWork {
  const { fields, driveId, route, photoCount, accountType, isReviewing, submit, onShow } = checked;
  const [showAll, setShowAll] = useState(false);
  const [aim, setAim] = useState<{ field: FaultField } | null>(null);
  const titleCheck = useTitleCheck(fields, driveId);
  const refused = submit.refusal?.fields ?? {};
  // The server validates regions: it knows which countries have states.
  const hasDirections = route.directions !== null;
  const incomplete = faultsOf(fields, { hasDirections, photoCount }, accountType, () => true);
  const taken = titleCheck.taken !== null && { title: { title: words.taken, message: '' } };
  const own: Faults = isReviewing ? {} : { ...incomplete, ...taken };
  const leadTo = (faults: Faults) => {
    const field = firstFault(faults);
    if (field === null) return;
    onShow(FAULT_FIELDS[field]);
    setAim({ field });
  };
  const [points, setPoints] = useState(route.points);
  if (points !== route.points) {
    setPoints(route.points);
    submit.reset();
  }
  const [led, setLed] = useState(submit.refusal);
  if (led !== submit.refusal) {
    setLed(submit.refusal);
    leadTo(refused);
  }
  // After its drawer has opened.
  useEffect(() => {
    if (aim !== null) focusField(aim.field);
  }, [aim]);
  return {
    faults: { ...own, ...refused },
    showAll: showAll || Object.keys(refused).length > 0,
    titleCheck,
    summary: summaryOf(submit, showAll ? own : {}, titleCheck),
    pass: () => {
      setShowAll(true);
      leadTo(own);
      return Object.keys(own).length === 0;
    },
    reset: () => setShowAll(false),
  };
}

/** Returns the text at the buttons: that some fields are invalid, or an error that no field can show. */
function summaryOf({ refusal, isConflict }: Submit, own: Faults, { taken }: TitleCheck): AuthoringFault | null {
  const refused = Object.entries(refusal?.fields ?? {});
  const stray = refused.find(([field]) => !isFaultField(field))?.[1];
  if (stray !== undefined) return stray;
  if (Object.keys(own).length + refused.length > 0) return { title: words.faults, message: '' };
  if (taken !== null) return { title: words.takenWaits, message: '' };
  // Dialogs show these.
  const isElsewhere = refusal?.type === 403 || isConflict || refusal?.code === CODES.invalidSession;
  return isElsewhere ? null : refusal;
}
