import { Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline, PolylineError } from '@switchback/geo/polyline';
import { refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import {
  DriveForm,
  type RecordForm,
  type SavedDrive,
  type SaveRecordRequest,
} from '@switchback/proto/drives/v1/service';
import { Authoring } from '../authoring/authoring.service.js';
import { signedIn } from '../drive/visible-drive.js';
import { TrackPlaces } from './track-places.js';

const EMPTY_FORM = DriveForm.decode(new Uint8Array());

/** Recorded tracks, which become private drives without the stretches near their ends. */
@Injectable()
export class Records {
  constructor(
    private readonly places: TrackPlaces,
    private readonly authoring: Authoring,
  ) {}

  /**
   * Saves a record as a private drive of the caller. Its line, its ends and their names are those of the trimmed track;
   * the record itself is not stored.
   * @throws ProductError `upgradeNeeded`, `recordTooShort`, `invalidInput`, `keyReused`; `driveNotFound` for a repeated
   * request whose drive was deleted
   */
  save({ form, idempotency }: SaveRecordRequest, call: Call): Promise<SavedDrive> {
    if (!form) throw new TypeError('The request has no form.');
    const { userId } = signedIn(call.caller);
    const read = async () => {
      const line = lineOf(form);
      return driveForm(form, lineLengthMeters(line), await this.places.trim(line, userId));
    };
    return this.authoring.createOnce(idempotency, { privacy: 'private', read }, call);
  }
}

/** @throws ProductError `invalidInput` under `path` */
function lineOf({ path }: RecordForm): LatLng[] {
  try {
    const line = decodePolyline(path);
    if (line.length < 2) throw refuseField('path', 'invalidInput', 'The record has no line.');
    if (line.length <= LIMITS.pathPointsMax) return line;
  } catch (error) {
    if (!(error instanceof PolylineError)) throw error;
    throw refuseField('path', 'invalidInput', error.message);
  }
  throw refuseField(
    'path',
    'invalidInput',
    `The line has more than ${LIMITS.pathPointsMax.toLocaleString('en')} points.`,
  );
}

/** Returns the form of a drive along the trimmed line, with its share of the time. */
function driveForm({ title, duration }: RecordForm, wholeMeters: number, line: readonly LatLng[]): DriveForm {
  const [start, end] = [line[0]!, line.at(-1)!].map((location) => ({ label: '', location, placeId: '' }));
  const meters = lineLengthMeters(line);
  const leg = {
    start,
    end,
    distance: meters,
    duration: Math.round((duration * meters) / wholeMeters),
    path: encodePolyline(line),
  };
  return {
    ...EMPTY_FORM,
    title,
    privacy: 'private',
    waypoints: [start!, end!],
    directions: { source: 'track', legs: [leg] },
  };
}
