import { LineCollector, toNumber } from './line-collector.js';
import { textOfMarkup, titleOfMarkup } from '../features/plain-text.js';
import type { FileItem } from '../features/raw-feature.js';
import { readXml, type XmlElement, type XmlFeatureBuilder, type XmlText } from './read-xml.js';
import { isTurnCue } from './turn-cues.js';

/**
 * Reads GPX 1.0 and 1.1. Each track becomes a feature with its segments as parts. Each route becomes one with a single
 * part, including the points of the road between its stops if Garmin wrote them (`rpt`). Waypoints and stops of
 * routes become places, unless they announce a turn.
 */
export function readGpx(text: AsyncIterable<string>): AsyncGenerator<FileItem, void, void> {
  return readXml(text, new GpxBuilder());
}

/** Elements with the kind of a point; `turn` is an extension of navigation programs. */
const KINDS = new Set(['type', 'sym', 'turn']);

interface OpenPlace {
  line: number;
  attributes: Record<string, string>;
  name: string;
  /** Texts of its type, symbol and turn. */
  kinds: string[];
  /** Shapes a route without being a stop. */
  isShaping: boolean;
  /** Our own export marks a point of interest this way. */
  isInterest: boolean;
}

class GpxBuilder implements XmlFeatureBuilder {
  private done: FileItem[] = [];
  private current: LineCollector | null = null;
  private place: OpenPlace | null = null;
  /** Fallbacks for a track's missing texts: children of `gpx` in 1.0, of `gpx/metadata` in 1.1. */
  private readonly file = { name: '', description: '' };

  open({ name, attributes }: XmlElement, ancestors: readonly string[], line: number): void {
    const parent = ancestors[ancestors.length - 1];
    if (ancestors.length === 1 && (name === 'trk' || name === 'rte')) {
      this.current = new LineCollector(line, name === 'trk' ? 'track' : 'route');
      if (name === 'rte') this.current.startPart();
    } else if (name === 'trkseg' && parent === 'trk') {
      this.current?.startPart();
    } else if (name === 'trkpt' || name === 'rpt' || name === 'rtept') {
      this.current?.addPoint(attributes['lon'], attributes['lat']);
    } else if (name === 'ShapingPoint' && this.place) {
      this.place.isShaping = true;
    }
    if ((name === 'wpt' && ancestors.length === 1) || (name === 'rtept' && parent === 'rte')) {
      this.place = { line, attributes, name: '', kinds: [], isShaping: false, isInterest: false };
    }
  }

  close(name: string, text: XmlText, ancestors: readonly string[]): void {
    const parent = ancestors[ancestors.length - 1];
    if (ancestors.length === 1 && (name === 'trk' || name === 'rte')) {
      this.finish();
    } else if (name === 'wpt' || name === 'rtept') {
      this.finishPlace();
    } else if (parent === 'metadata' || ancestors.length === 1) {
      this.describeFile(name, text);
    } else if (this.place && name === 'name' && (parent === 'wpt' || parent === 'rtept')) {
      this.place.name = titleOfMarkup(text);
    } else if (this.place && KINDS.has(name)) {
      this.place.kinds.push(text.value);
      if (name === 'type' && parent === 'wpt') this.place.isInterest = text.value.trim().toLowerCase() === 'poi';
    } else if (this.current && ancestors.length === 2) {
      describe(this.current, name, text);
    } else if (name === 'ele' && (parent === 'trkpt' || parent === 'rtept')) {
      this.current?.addHeight(text.value);
    } else if (name === 'time' && parent === 'trkpt') {
      this.current?.addTime(text.value);
    }
  }

  flush(): FileItem[] {
    return this.done.splice(0);
  }

  private finish(): void {
    if (!this.current) return;
    const { properties } = this.current;
    properties['title'] ||= this.file.name;
    this.current.fileTitle = this.file.name;
    if (!properties['description'] && this.file.description) properties['description'] = this.file.description;
    this.done.push(this.current.finish());
    this.current = null;
  }

  private finishPlace(): void {
    if (!this.place) return;
    const { line, attributes, name, isShaping, isInterest } = this.place;
    const isStop = !isShaping && !isTurnCue(this.place);
    const [lat, lng] = [toNumber(attributes['lat']), toNumber(attributes['lon'])];
    if (isStop) this.done.push({ line, place: { name, lat, lng, ...(isInterest && { isInterest }) } });
    this.place = null;
  }

  private describeFile(name: string, text: XmlText): void {
    if (name === 'name') this.file.name ||= titleOfMarkup(text);
    else if (name === 'desc') this.file.description ||= textOfMarkup(text);
  }
}

function describe({ properties }: LineCollector, name: string, text: XmlText): void {
  if (name === 'name') properties['title'] = titleOfMarkup(text);
  else if (name === 'desc') properties['description'] = textOfMarkup(text);
  else if (name === 'cmt') properties['description'] ??= textOfMarkup(text);
}
