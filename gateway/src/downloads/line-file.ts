import { StreamableFile } from '@nestjs/common';
import { EXPORT_TYPES, type ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { lineOfLegs } from '@switchback/geo/elevation';
import { fileName } from '@switchback/platform/formats/file-name';
import { toGpx } from '@switchback/platform/formats/gpx';
import { toKml } from './kml.js';

const NAME_MAX = 100;
const WRITERS = { gpx: toGpx, kml: toKml };

/** Returns the line of a drive as a downloadable file. */
export function lineFile(drive: DriveDetails, format: ExportFormat): StreamableFile {
  const line = lineOfLegs(drive.directions.legs);
  return new StreamableFile(Buffer.from(WRITERS[format]({ ...drive, line })), {
    type: `${EXPORT_TYPES[format]}; charset=utf-8`,
    disposition: attachment(fileName(drive.title, format), titleFile(drive.title, format)),
  });
}

/** Returns the title as a file name, without characters that paths and file systems reserve. */
function titleFile(title: string, format: ExportFormat): string {
  const name = title
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${[...name].slice(0, NAME_MAX).join('') || 'drive'}.${format}`;
}

/** Writes the name twice (RFC 6266): in ASCII, and verbatim, percent-encoded (RFC 8187). */
function attachment(ascii: string, name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
