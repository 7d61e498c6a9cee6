import { looksLikeItn } from '../formats/read-itn.js';

/** `geojson`: a FeatureCollection, or consecutive Features; `geojson-records`: RFC 8142, separated by U+001E. */
export type FeatureFormat = 'geojson' | 'geojson-lines' | 'geojson-records' | 'gpx' | 'kml' | 'tcx' | 'itn';

const LINES_FILE_NAME = /\.(geojsonl|geojsons|ndjson|ldjson|jsonl)$/i;
const COLLECTION = /"type"\s*:\s*"FeatureCollection"|"features"\s*:\s*\[/;
const FEATURE = /"type"\s*:\s*"Feature/;
/** Members of the location histories that Google's apps and Takeout have written over the years. */
const TIMELINE =
  /"(?:semanticSegments|timelineObjects|timelineEdits|timelinePath|timelineMemory|rawSignals|userLocationProfile|placeVisit|activitySegment|topCandidate|latitudeE7)"\s*:/;
/** Number of lines inspected to distinguish newline-delimited JSON from JSON with line breaks. */
const LINES_MAX = 50;

/**
 * Detects the format of a file from its first characters and, between two kinds of JSON, its name; returns a refusal
 * for any other.
 */
export function detectFormat(start: string, fileName = ''): { format: FeatureFormat } | { refused: string } {
  const text = start.trimStart();
  if (text === '') {
    return { refused: 'The file is empty.' };
  }
  if (text.startsWith('<')) {
    return detectXml(text);
  }
  if (text.startsWith('\u001e')) {
    return { format: 'geojson-records' };
  }
  if (looksLikeItn(text)) {
    return { format: 'itn' };
  }
  if (TIMELINE.test(text) && !FEATURE.test(text)) {
    return {
      refused: 'This is an export of Google Timeline: a history of places, not a route. Export the trip as GPX or KML.',
    };
  }
  const lines = LINES_FILE_NAME.test(fileName) || (text.startsWith('{') && looksLikeLines(text));
  if (lines) {
    return { format: 'geojson-lines' };
  }
  return text.startsWith('{') || text.startsWith('[')
    ? { format: 'geojson' }
    : { refused: 'This is neither GeoJSON, nor GPX, nor KML, nor TCX, nor FIT, nor ITN.' };
}

function detectXml(text: string): { format: FeatureFormat } | { refused: string } {
  const root = /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(text.replace(/<!--[\s\S]*?-->/g, ''))?.[1];
  switch (root) {
    case 'gpx':
      return { format: 'gpx' };
    case 'kml':
      return { format: 'kml' };
    case 'TrainingCenterDatabase':
      return { format: 'tcx' };
    default: {
      const kind = `This is XML of the kind "${root}", neither GPX, nor KML, nor TCX.`;
      return { refused: root ? kind : 'This XML has no element.' };
    }
  }
}

/**
 * Returns true if a line is a complete Feature, or if the first line is too long to see its end. One damaged line does
 * not prevent detection; a collection with one Feature per line is not newline-delimited.
 */
function looksLikeLines(text: string): boolean {
  const collectionAt = text.search(COLLECTION);
  const firstLineEnd = text.indexOf('\n');
  if (collectionAt !== -1 && (firstLineEnd === -1 || !isFeature(text.slice(0, firstLineEnd)))) {
    return false;
  }
  return firstLineEnd === -1 || text.split('\n', LINES_MAX).some(isFeature);
}

function isFeature(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Feature';
  } catch {
    return false;
  }
}
