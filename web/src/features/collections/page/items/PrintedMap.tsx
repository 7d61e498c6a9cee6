import type { CollectionItem, Way } from '@switchback/contracts/resources/collection';
import type { LatLng } from '@switchback/geo/location';
import { joinParts, partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { silhouettePath } from '@switchback/geo/silhouette';
import { drivenOf, type Drives } from './driven.js';
import styles from './Items.module.css';

const BOX = { width: 640, height: 360, padding: 18 };
const MARK_RADIUS = 9;

interface Props {
  items: readonly CollectionItem[];
  drives: Drives;
  ways: readonly Way[];
}

/** A stretch of the printed map. */
interface Stretch {
  path: readonly LatLng[];
  isWay: boolean;
  /** Number of the drive that starts here; null for a way or a later stretch. */
  number: number | null;
}

/** The drives with their numbers, and dashed the ways between them, north up: printers draw no live map. */
export function PrintedMap({ items, drives, ways }: Props) {
  const stretches = [...waysOf(ways), ...drivesOf(items, drives)].filter(({ path }) => path.length > 1);
  if (stretches.length === 0) return null;
  const drawn = silhouettePath(joinParts(stretches.map(({ path }) => path)), BOX).split(/(?=M)/);
  return (
    <svg className={styles.printedMap} viewBox={`0 0 ${BOX.width} ${BOX.height}`} aria-hidden="true" focusable="false">
      {drawn.map((line, index) => (
        <path key={index} d={line} data-way={stretches[index]?.isWay} />
      ))}
      {stretches.map(({ number }, index) => {
        const [x, y] = startOf(drawn[index] ?? '');
        if (number === null || x === undefined || y === undefined) return null;
        return (
          <g key={index}>
            <circle cx={x} cy={y} r={MARK_RADIUS} />
            <text x={x} y={y} dy="0.35em">
              {number}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function waysOf(ways: readonly Way[]): Stretch[] {
  return ways.map(({ path }) => ({ path: decodePolyline(path), isWay: true, number: null }));
}

function drivesOf(items: readonly CollectionItem[], drives: Drives): Stretch[] {
  return items.flatMap((item, index) => {
    const drive = drivenOf(drives, item);
    const parts = drive === undefined ? [] : partsOf(decodePolyline(drive.overviewPath));
    return parts.map((path, at) => ({ path, isWay: false, number: at === 0 ? index + 1 : null }));
  });
}

/** Returns the first point of a line's `d`. */
function startOf(line: string): number[] {
  return (/^M([\d.-]+) ([\d.-]+)/.exec(line)?.slice(1) ?? []).map(Number);
}
