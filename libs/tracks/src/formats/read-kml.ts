import { LineCollector, toNumber } from './line-collector.js';
import { NameList } from './name-list.js';
import { textOfMarkup, titleOfMarkup } from '../features/plain-text.js';
import { type FileLink, IMPORT_LIMITS, type ReaderItem } from '../features/raw-feature.js';
import { readXml, type XmlElement, type XmlFeatureBuilder, type XmlText } from './read-xml.js';
import { isTurnCue } from './turn-cues.js';

/**
 * Reads KML 2.2 with Google's gx:Track. Each placemark with a line becomes a feature, each with only a point a place.
 * Yields network links; ignores styles and overlays.
 */
export function readKml(text: AsyncIterable<string>): AsyncGenerator<ReaderItem, void, void> {
  return readXml(text, new KmlBuilder());
}

const LINES = new Set(['LineString', 'LinearRing']);
const OTHER_GEOMETRIES = new Set(['Point', 'Polygon', 'Model']);

/** Limits of a list of coordinates with commas alone: all that a drive may have, and the points that show its kind. */
const NUMBERS_MAX = 3 * (IMPORT_LIMITS.pointsMax + 1);
const SAMPLE_POINTS = 1_000;

/** Elements with an address: a map program looks it up to place the placemark. */
const ADDRESSES = new Set(['address', 'AddressDetails']);
const ADDRESSES_MAX = 5;

/** Folder in which our own export stores points of interest. */
const INTERESTS = 'Points of interest';

/**
 * GPSBabel's folders: each contains a folder per line, with the line's name, which holds the line as "Path" next to a
 * folder of all its points. The points of a track are not places.
 */
const GPSBABEL_KINDS: Readonly<Record<string, 'track' | 'route'>> = { Tracks: 'track', Routes: 'route' };
const GPSBABEL_PATH = 'Path';
const GPSBABEL_POINTS = 'Points';

interface Container {
  name: string;
  description: string;
}

class KmlBuilder implements XmlFeatureBuilder<ReaderItem> {
  private done: ReaderItem[] = [];
  private link: (FileLink & { line: number }) | null = null;
  /** Placemarks that have an address instead of coordinates. */
  private readonly addresses = new NameList(ADDRESSES_MAX);
  private hasAddress = false;
  private current: LineCollector | null = null;
  private point: string | undefined;
  private times: string[] = [];
  /** The open document and folders: fallbacks for a placemark's missing texts. */
  private readonly containers: Container[] = [];

  open({ name }: XmlElement, ancestors: readonly string[], line: number): void {
    if (name === 'Document' || name === 'Folder') {
      this.containers.push({ name: '', description: '' });
    } else if (name === 'NetworkLink') {
      this.link = { line, name: '', href: '' };
    } else if (name === 'Placemark') {
      this.current = new LineCollector(line, this.kindBelow(2));
      this.point = undefined;
      this.hasAddress = false;
    } else if (isLine(name, ancestors) || name === 'Track') {
      this.current?.startPart();
      this.times = [];
    } else if (OTHER_GEOMETRIES.has(name)) {
      this.current?.otherGeometries.add(name);
    }
  }

  close(name: string, text: XmlText, ancestors: readonly string[]): void {
    const { current } = this;
    const parent = ancestors[ancestors.length - 1] ?? '';
    if (name === 'Document' || name === 'Folder') {
      this.containers.pop();
    } else if (parent === 'Document' || parent === 'Folder') {
      this.describeContainer(name, text);
    }
    if (this.link) this.closeInLink(this.link, name, text, parent);
    if (name === 'kml' && !this.addresses.isEmpty) this.done.push({ line: 1, leftOut: addressesNote(this.addresses) });
    if (current === null) return;
    if (name === 'Placemark') {
      this.finish(current);
    } else if (parent === 'Placemark' && name === 'name') {
      current.properties['title'] = titleOfMarkup(text);
    } else if (parent === 'Placemark' && name === 'description') {
      current.properties['description'] = textOfMarkup(text);
    } else if (parent === 'Placemark' && ADDRESSES.has(name)) {
      this.hasAddress = true;
    } else if (parent === 'Point' && name === 'coordinates') {
      this.point = text.value;
    } else if (isLine(parent, ancestors.slice(0, -1)) && name === 'coordinates') {
      addTuples(current, text.value);
    } else if (parent === 'Track') {
      this.closeInTrack(current, name, text);
    } else if (name === 'Track') {
      current.addTimes(this.times);
    }
  }

  flush(): ReaderItem[] {
    return this.done.splice(0);
  }

  private closeInLink(link: FileLink & { line: number }, name: string, text: XmlText, parent: string): void {
    if (name === 'NetworkLink') {
      const { line, ...target } = link;
      this.done.push({ line, link: target });
      this.link = null;
    } else if (name === 'name' && parent === 'NetworkLink') {
      link.name = titleOfMarkup(text);
    } else if (name === 'href') {
      link.href = text.value.trim();
    }
  }

  private closeInTrack(current: LineCollector, name: string, text: XmlText): void {
    if (name === 'when' && this.times.length < IMPORT_LIMITS.pointsMax) {
      this.times.push(text.value);
    } else if (name === 'coord') {
      const [lng, lat, height] = text.value.trim().split(/\s+/, 3);
      current.addPoint(lng, lat, height);
    }
  }

  private finish(current: LineCollector): void {
    this.current = null;
    const { properties, line } = current;
    if (this.point !== undefined && !current.hasLine) {
      if (this.containers.at(-1)?.name === GPSBABEL_POINTS && this.kindBelow(3) === 'track') return;
      const [lng, lat] = this.point.trim().split(/\s*,\s*/, 2);
      const name = properties['title'] ?? '';
      if (isTurnCue({ name, kinds: [] })) return;
      const isInterest = this.containers.at(-1)?.name === INTERESTS;
      const at = { lat: toNumber(lat), lng: toNumber(lng) };
      const place = { name, ...at, ...(isInterest && { isInterest }) };
      this.done.push({ line, place });
      return;
    }
    if (this.hasAddress && !current.hasLine && current.otherGeometries.size === 0) {
      this.addresses.add(`“${properties['title'] ?? ''}”`);
      return;
    }
    const isBabelPath = properties['title'] === GPSBABEL_PATH && this.kindBelow(2) !== undefined;
    if (isBabelPath) properties['title'] = '';
    for (const [at, { name, description }] of [...this.containers.entries()].toReversed()) {
      if (name) properties['title'] ||= name;
      current.fileTitle ||= name;
      // GPSBabel's description of a line is a table of its length and elevation.
      const isBabelTable = isBabelPath && at === this.containers.length - 1;
      if (description && !isBabelTable) properties['description'] ||= description;
    }
    this.done.push(current.finish());
  }

  /** Returns the kind of line that GPSBabel's folder, this many levels up, contains. */
  private kindBelow(levels: number): 'track' | 'route' | undefined {
    return GPSBABEL_KINDS[this.containers.at(-levels)?.name ?? ''];
  }

  private describeContainer(name: string, text: XmlText): void {
    const container = this.containers.at(-1);
    if (container && name === 'name') container.name = titleOfMarkup(text);
    else if (container && name === 'description') container.description = textOfMarkup(text);
  }
}

function addressesNote(names: NameList): string {
  return `These places have addresses without coordinates and were left out: ${names.text}.`;
}

/** Returns whether an element is a drivable line; the rings of a polygon are the edge of an area. */
function isLine(name: string, ancestors: readonly string[]): boolean {
  return LINES.has(name) && !ancestors.includes('Polygon');
}

/**
 * Reads "lng,lat[,elevation]" tuples separated by white space. Some programs also write a space after the comma, and
 * some only commas: then each tuple of the text is a whole list.
 */
function addTuples(current: LineCollector, text: string): void {
  for (const numbers of tuplesOf(text)) {
    const size = numbers.length > 3 ? tupleSizeOf(numbers) : 3;
    for (let at = 0; at < numbers.length && !current.isFull; at += size) {
      const [lng, lat, height] = numbers.slice(at, at + size);
      if (at === 0 || lat !== undefined) current.addPoint(lng, lat, height);
    }
  }
}

/** Yields the numbers between which there is a comma. One pattern for all of them would overflow on a long list. */
function* tuplesOf(text: string): Generator<string[]> {
  let tuple: string[] = [];
  let end = 0;
  for (const { 0: number, index } of text.matchAll(/[^\s,]+/g)) {
    if (tuple.length > 0 && !text.slice(end, index).includes(',')) {
      yield tuple;
      tuple = [];
    }
    if (tuple.length < NUMBERS_MAX) tuple.push(number);
    end = index + number.length;
  }
  if (tuple.length > 0) yield tuple;
}

/** Returns whether a list has two or three numbers a point: with the wrong size, its points jump over the globe. */
function tupleSizeOf(numbers: readonly string[]): 2 | 3 {
  return meanStep(numbers, 2) <= meanStep(numbers, 3) ? 2 : 3;
}

function meanStep(numbers: readonly string[], size: number): number {
  if (numbers.length % size !== 0) return Infinity;
  const points = Array.from({ length: Math.min(SAMPLE_POINTS, numbers.length / size) }, (_, index) =>
    numbers.slice(index * size, index * size + 2).map(Number),
  );
  const steps = points.map(([lng = 0, lat = 0], index) => {
    const [previousLng = lng, previousLat = lat] = points[index - 1] ?? [];
    return Math.abs(lat) > 90 ? Infinity : Math.abs(lng - previousLng) + Math.abs(lat - previousLat);
  });
  return steps.reduce((sum, step) => sum + step, 0) / points.length;
}
