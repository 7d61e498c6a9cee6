import { LineCollector, toNumber } from './line-collector.js';
import { textOfMarkup, titleOfMarkup } from '../features/plain-text.js';
import type { FileItem } from '../features/raw-feature.js';
import { readXml, type XmlElement, type XmlFeatureBuilder, type XmlText } from './read-xml.js';
import { isTurnCue } from './turn-cues.js';

/**
 * Reads Garmin's Training Center XML. Each course or activity becomes a feature with its laps' tracks as parts; course
 * points become places, unless they announce a turn.
 */
export function readTcx(text: AsyncIterable<string>): AsyncGenerator<FileItem, void, void> {
  return readXml(text, new TcxBuilder());
}

interface OpenPoint {
  line: number;
  lat: string | undefined;
  lng: string | undefined;
  height: string | undefined;
  time: string | undefined;
  name: string;
  kind: string;
}

class TcxBuilder implements XmlFeatureBuilder {
  private done: FileItem[] = [];
  private current: LineCollector | null = null;
  private point: OpenPoint | null = null;

  open({ name }: XmlElement, _ancestors: readonly string[], line: number): void {
    if (name === 'Course' || name === 'Activity') {
      this.current = new LineCollector(line, name === 'Activity' ? 'track' : 'route');
    } else if (name === 'Track') {
      this.current?.startPart();
    } else if (name === 'Trackpoint' || name === 'CoursePoint') {
      this.point = { line, lat: undefined, lng: undefined, height: undefined, time: undefined, name: '', kind: '' };
    }
  }

  close(name: string, text: XmlText, ancestors: readonly string[]): void {
    const parent = ancestors[ancestors.length - 1];
    if (this.point && (name === 'Trackpoint' || name === 'CoursePoint')) {
      this.finishPoint(name, this.point);
    } else if (this.point) {
      describePoint(this.point, name, text);
    } else if (this.current && (name === 'Course' || name === 'Activity')) {
      this.done.push(this.current.finish());
      this.current = null;
    } else if (this.current && (parent === 'Course' || parent === 'Activity')) {
      const { properties } = this.current;
      if (name === 'Name') properties['title'] = titleOfMarkup(text);
      else if (name === 'Notes') properties['description'] = textOfMarkup(text);
    }
  }

  flush(): FileItem[] {
    return this.done.splice(0);
  }

  private finishPoint(element: string, { line, lat, lng, height, time, name, kind }: OpenPoint): void {
    this.point = null;
    if (element === 'CoursePoint') {
      if (isTurnCue({ name, kinds: [kind] })) return;
      this.done.push({ line, place: { name, lat: toNumber(lat), lng: toNumber(lng) } });
    } else if (lat !== undefined || lng !== undefined) {
      // A device without a fix records only time and pulse.
      this.current?.addPoint(lng, lat, height);
      if (time !== undefined) this.current?.addTime(time);
    }
  }
}

function describePoint(point: OpenPoint, name: string, text: XmlText): void {
  if (name === 'LatitudeDegrees') point.lat = text.value;
  else if (name === 'LongitudeDegrees') point.lng = text.value;
  else if (name === 'AltitudeMeters') point.height = text.value;
  else if (name === 'Time') point.time = text.value;
  else if (name === 'Name') point.name = titleOfMarkup(text);
  else if (name === 'PointType') point.kind = text.value;
}
