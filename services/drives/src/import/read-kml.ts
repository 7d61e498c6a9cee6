import { LineCollector } from './line-collector.js';
import { textOfMarkup } from './plain-text.js';
import type { FeatureOrRefusal } from './raw-feature.js';
import { readXml, type XmlElement, type XmlFeatureBuilder } from './read-xml.js';

/** KML 2.2 with Google's gx:Track: each placemark is a feature. Links, styles and overlays are not followed. */
export function readKml(text: AsyncIterable<string>): AsyncGenerator<FeatureOrRefusal, void, void> {
  return readXml(text, new KmlBuilder());
}

const OTHER_GEOMETRIES = new Set(['Point', 'Polygon', 'Model']);

class KmlBuilder implements XmlFeatureBuilder {
  private done: FeatureOrRefusal[] = [];
  private current: LineCollector | null = null;

  open({ name }: XmlElement, _ancestors: readonly string[], line: number): void {
    if (name === 'Placemark') {
      this.current = new LineCollector(line);
    } else if (name === 'LineString' || name === 'Track') {
      this.current?.beginPart();
    } else if (OTHER_GEOMETRIES.has(name)) {
      this.current?.otherGeometries.add(name);
    }
  }

  close(name: string, text: string, ancestors: readonly string[]): void {
    const { current } = this;
    const parent = ancestors[ancestors.length - 1];
    if (current === null) {
      return;
    }
    if (name === 'Placemark') {
      this.done.push(current.finish());
      this.current = null;
    } else if (parent === 'Placemark' && name === 'name') {
      current.properties['title'] = text;
    } else if (parent === 'Placemark' && name === 'description') {
      current.properties['description'] = textOfMarkup(text);
    } else if (parent === 'LineString' && name === 'coordinates') {
      addTuples(current, text);
    } else if (parent === 'Track' && name === 'coord') {
      const [lng, lat] = text.trim().split(/\s+/, 2);
      current.addPoint(lng, lat);
    } else if (parent === 'Track' && name === 'when') {
      current.addTime(text);
    }
  }

  take(): FeatureOrRefusal[] {
    return this.done.splice(0);
  }
}

/** "lng,lat[,elevation]" parted by white space. */
function addTuples(current: LineCollector, text: string): void {
  for (const [tuple] of text.matchAll(/\S+/g)) {
    if (current.isFull) {
      return;
    }
    const [lng, lat] = tuple.split(',', 2);
    current.addPoint(lng, lat);
  }
}
