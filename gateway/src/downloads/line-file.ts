import type { StreamableFile } from '@nestjs/common';
import { EXPORT_TYPES, type ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { lineOfLegs } from '@switchback/geo/elevation';
import { toGpx } from '@switchback/platform/formats/gpx';
import { attachmentOf } from './attachment.js';
import { toKml } from './kml.js';

const WRITERS = { gpx: toGpx, kml: toKml };

/** Returns the line of a drive as a downloadable file. */
export function lineFile(drive: DriveDetails, format: ExportFormat): StreamableFile {
  const line = lineOfLegs(drive.directions.legs);
  const text = WRITERS[format]({ ...drive, line });
  return attachmentOf(text, { name: drive.title, extension: format, fallback: 'drive', type: EXPORT_TYPES[format] });
}
