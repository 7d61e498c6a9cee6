import { StreamableFile } from '@nestjs/common';
import { EXPORT_TYPES, type ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { fileName } from '@switchback/platform/formats/file-name';
import { toGpx } from '@switchback/platform/formats/gpx';
import { toKml } from './kml.js';

const WRITERS = { gpx: toGpx, kml: toKml };

/** The line of a drive as a file to download. */
export function lineFile(drive: DriveDetails, format: ExportFormat): StreamableFile {
  return new StreamableFile(Buffer.from(WRITERS[format](drive)), {
    type: `${EXPORT_TYPES[format]}; charset=utf-8`,
    disposition: `attachment; filename="${fileName(drive.title, format)}"`,
  });
}
