import { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import { EXPORT_TYPES, type ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { Way } from '@switchback/contracts/resources/collection';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { lineOfLegs } from '@switchback/geo/elevation';
import { decodePolyline } from '@switchback/geo/polyline';
import { GPX_END, gpxPlaces, gpxStart, gpxTrack } from '@switchback/platform/formats/gpx';
import { attachmentOf } from './attachment.js';
import { type CollectionPart, wayTo } from './collection-part.js';
import { KML_END, kmlFolder, kmlLine, kmlStart } from './kml.js';

/** Returns a drive, or null if it was deleted or hidden meanwhile. */
export type LoadDrive = (id: string) => Promise<DriveDetails | null>;

type Writer = (part: CollectionPart, ways: readonly Way[], load: LoadDrive) => AsyncGenerator<string>;

const WRITERS: Record<ExportFormat, Writer> = { gpx: gpxOf, kml: kmlOf };

/**
 * Returns the lines of a collection as a downloadable file, one per drive, and of a trip also the routed ways between
 * them. Streams it drive by drive: all lines together may be too large for the memory.
 */
export function collectionLines(
  part: CollectionPart,
  ways: readonly Way[],
  format: ExportFormat,
  load: LoadDrive,
): StreamableFile {
  const text = Readable.from(WRITERS[format](part, ways, load));
  return attachmentOf(text, { name: part.name, extension: format, fallback: 'collection', type: EXPORT_TYPES[format] });
}

/** Loads the drives twice, because the waypoints of all must precede the first track. */
async function* gpxOf(part: CollectionPart, ways: readonly Way[], load: LoadDrive): AsyncGenerator<string> {
  yield gpxStart({ title: part.title, description: part.collection.description });
  for (const { driveId } of part.items) {
    const drive = await load(driveId);
    if (drive) yield gpxPlaces(drive);
  }
  for await (const { line, way } of linesOf(part, ways, load)) {
    if (way) yield gpxTrack({ ...way, description: '' });
    yield gpxTrack(line);
  }
  yield GPX_END;
}

async function* kmlOf(part: CollectionPart, ways: readonly Way[], load: LoadDrive): AsyncGenerator<string> {
  yield kmlStart({ title: part.title, description: part.collection.description });
  for await (const { line, way } of linesOf(part, ways, load)) {
    if (way) yield kmlLine(way);
    yield kmlFolder(line);
  }
  yield KML_END;
}

/** Yields each drive's line with its note, and the way that leads to it. */
async function* linesOf({ items }: CollectionPart, ways: readonly Way[], load: LoadDrive) {
  for (const item of items) {
    const drive = await load(item.driveId);
    if (!drive) continue;
    const way = wayTo(item, ways);
    yield {
      line: { ...drive, description: item.note, line: lineOfLegs(drive.directions.legs) },
      way: way && { title: `To ${drive.title}`, line: decodePolyline(way.path) },
    };
  }
}
