import { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import { EXPORT_TYPES, type ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { Way } from '@switchback/contracts/resources/collection';
import { GPX_END, gpxPlaces, gpxStart, gpxTrack } from '@switchback/geo/formats/gpx';
import { inTurns } from '@switchback/platform/turns';
import { attachmentOf } from './attachment.js';
import type { FileDrive, LoadedPart } from './collection-drives.js';
import { KML_END, kmlFolder, kmlLine, kmlStart } from './kml.js';

const WRITERS: Record<ExportFormat, (part: LoadedPart) => Generator<string>> = { gpx: gpxOf, kml: kmlOf };

/**
 * Returns the lines of a collection as a downloadable file, one per drive, and of a trip also the ways between them. Written as its reader takes it: the text is many times as large as the lines that it is made from.
 */
export function collectionLines(part: LoadedPart, format: ExportFormat): StreamableFile {
  const text = Readable.from(inTurns(WRITERS[format](part)));
  return attachmentOf(text, { name: part.name, extension: format, fallback: 'collection', type: EXPORT_TYPES[format] });
}

/** The waypoints of all drives precede the first track. */
function* gpxOf(part: LoadedPart): Generator<string> {
  yield gpxStart({ title: part.title, description: part.collection.description });
  for (const { drive } of part.stops) yield gpxPlaces(drive);
  for (const { drive, note, way } of part.stops) {
    if (way) yield* gpxTrack({ title: wayTitle(drive, way), description: '', legs: [way] });
    if (drive.legs.length > 0) yield* gpxTrack({ title: drive.title, description: note, legs: drive.legs });
  }
  yield GPX_END;
}

function* kmlOf(part: LoadedPart): Generator<string> {
  yield kmlStart({ title: part.title, description: part.collection.description });
  for (const { drive, note, way } of part.stops) {
    if (way) yield* kmlLine({ title: wayTitle(drive, way), legs: [way] });
    yield* kmlFolder({ ...drive, description: note });
  }
  yield KML_END;
}

/** Names the way to a drive; a straight one leads over no road. */
function wayTitle({ title }: FileDrive, { approximate }: Way): string {
  return `To ${title}${approximate ? ' (straight line, not a road)' : ''}`;
}
