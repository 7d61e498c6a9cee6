import { LineCollector } from './line-collector.js';
import { textOfMarkup } from './plain-text.js';
import type { FeatureOrRefusal } from './raw-feature.js';
import { readXml, type XmlElement, type XmlFeatureBuilder } from './read-xml.js';

/** GPX 1.0 and 1.1: each track is a feature with its segments as parts, each route one of a single part. */
export function readGpx(text: AsyncIterable<string>): AsyncGenerator<FeatureOrRefusal, void, void> {
  return readXml(text, new GpxBuilder());
}

class GpxBuilder implements XmlFeatureBuilder {
  private done: FeatureOrRefusal[] = [];
  private current: LineCollector | null = null;
  /** Stands in for a track's missing name: `gpx/name` in 1.0, `gpx/metadata/name` in 1.1. */
  private fileName = '';

  open({ name, attributes }: XmlElement, ancestors: readonly string[], line: number): void {
    const parent = ancestors[ancestors.length - 1];
    if (ancestors.length === 1 && (name === 'trk' || name === 'rte')) {
      this.current = new LineCollector(line);
      if (name === 'rte') {
        this.current.beginPart();
      }
    } else if (name === 'trkseg' && parent === 'trk') {
      this.current?.beginPart();
    } else if ((name === 'trkpt' && parent === 'trkseg') || (name === 'rtept' && parent === 'rte')) {
      this.current?.addPoint(attributes['lon'], attributes['lat']);
    }
  }

  close(name: string, text: string, ancestors: readonly string[]): void {
    const parent = ancestors[ancestors.length - 1];
    const isFeature = ancestors.length === 1 && (name === 'trk' || name === 'rte');
    if (name === 'name' && (parent === 'metadata' || ancestors.length === 1)) {
      this.fileName = text;
    } else if (this.current && isFeature) {
      this.current.properties['title'] ??= this.fileName;
      this.done.push(this.current.finish());
      this.current = null;
    } else if (this.current && ancestors.length === 2) {
      this.describe(this.current, name, text);
    } else if (name === 'time' && (parent === 'trkpt' || parent === 'rtept')) {
      this.current?.addTime(text);
    }
  }

  take(): FeatureOrRefusal[] {
    return this.done.splice(0);
  }

  private describe(current: LineCollector, name: string, text: string): void {
    if (name === 'name') {
      current.properties['title'] = text;
    } else if (name === 'desc') {
      current.properties['description'] = textOfMarkup(text);
    } else if (name === 'cmt') {
      current.properties['description'] ??= textOfMarkup(text);
    }
  }
}
