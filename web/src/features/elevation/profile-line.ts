import { unionBounds } from '@switchback/geo/bounds';
import type { MeasuredLine } from '@switchback/geo/measured-line';

/** A line of several, with its place in the profile of all. */
export interface LineSpan {
  fromMeters: number;
  toMeters: number;
  line: MeasuredLine;
}

/** Returns the lines one after the other as one line. */
export function joinedLines(spans: readonly LineSpan[]): MeasuredLine {
  return {
    locationAt: (meters) => {
      const span = spans.find(({ toMeters }) => meters <= toMeters) ?? spans.at(-1);
      return span?.line.locationAt(meters - span.fromMeters) ?? null;
    },
    nearest: (location) => {
      const found = spans.flatMap(({ fromMeters, line }) => {
        const nearest = line.nearest(location);
        return nearest === null ? [] : [{ ...nearest, meters: nearest.meters + fromMeters }];
      });
      return found.reduce<(typeof found)[number] | null>(
        (best, each) => (best === null || each.awayMeters < best.awayMeters ? each : best),
        null,
      );
    },
    boundsOf: (fromMeters, toMeters) => {
      const boxes = spans.flatMap((span) => {
        const [from, to] = [Math.max(fromMeters, span.fromMeters), Math.min(toMeters, span.toMeters)];
        return from > to ? [] : (span.line.boundsOf(from - span.fromMeters, to - span.fromMeters) ?? []);
      });
      return boxes.length === 0 ? null : boxes.reduce(unionBounds);
    },
  };
}
