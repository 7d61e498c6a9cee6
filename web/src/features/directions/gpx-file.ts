import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { GPX_END, gpxFile, gpxStart, gpxTrack } from '@switchback/geo/formats/gpx';
import { titleOf } from '../../lib/drives/drive-title.js';
import { deliverFile } from '../../lib/page/share-sheet.js';
import { fileNameOf } from '../../lib/text/file-name.js';

const MEDIA_TYPE = 'application/gpx+xml';

type FileDrive = Pick<DriveDetails, 'title' | 'description' | 'waypoints' | 'pointsOfInterest'> & {
  legs: readonly Pick<DirectionLeg, 'start' | 'end' | 'path' | 'elevation'>[];
};
type DirectionLeg = DriveDetails['directions']['legs'][number];

/** A line of a file. */
export interface GpxTrack {
  title: string;
  description: string;
  legs: readonly { path: string }[];
}

/** Hands over the same file as the server's export of a drive. */
export async function deliverDrive(drive: FileDrive): Promise<true> {
  return deliverGpx(titleOf(drive), gpxFile(drive));
}

/** Hands over a file of several tracks in order. */
export async function deliverTracks(title: string, tracks: readonly GpxTrack[]): Promise<true> {
  return deliverGpx(title, partsOf(title, tracks));
}

function* partsOf(title: string, tracks: readonly GpxTrack[]): Generator<string> {
  yield gpxStart({ title, description: '' });
  for (const track of tracks) yield* gpxTrack(track);
  yield GPX_END;
}

async function deliverGpx(title: string, text: Iterable<string>): Promise<true> {
  await deliverFile(new Blob([...text], { type: MEDIA_TYPE }), fileNameOf(title, 'gpx'));
  return true;
}
