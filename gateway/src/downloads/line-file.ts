import { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import { EXPORT_TYPES, type ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { gpxFile } from '@switchback/geo/formats/gpx';
import { inTurns } from '@switchback/platform/turns';
import { attachmentOf } from './attachment.js';
import { kmlFile } from './kml.js';

const WRITERS = { gpx: gpxFile, kml: kmlFile };

/** Returns the line of a drive as a downloadable file, which is written as its reader takes it. */
export function lineFile(drive: DriveDetails, format: ExportFormat): StreamableFile {
  const text = Readable.from(inTurns(WRITERS[format]({ ...drive, legs: drive.directions.legs })));
  return attachmentOf(text, { name: drive.title, extension: format, fallback: 'drive', type: EXPORT_TYPES[format] });
}
