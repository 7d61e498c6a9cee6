import { clusterLabel, clusterRadiusPixels } from '../cluster-looks.js';
import type { MapCluster, MapColors, MapMarker } from '../map-port.js';

/** Icons are named by what they show and drawn when a tile first asks for them. */
export function clusterIcon({ count }: Pick<MapCluster, 'count'>): string {
  return `cluster:${count}`;
}

export function markerIcon(kind: MapMarker['kind']): string {
  return `marker:${kind}`;
}

export interface Icon {
  image: ImageData;
  pixelRatio: number;
}

/** The picture of an icon's name, or undefined for a name of somebody else's style. */
export function drawIcon(name: string, colors: MapColors, dark: boolean): Icon | undefined {
  const [family, detail] = name.split(':');
  if (family === 'cluster') return drawCluster(Number(detail), colors, dark);
  if (family === 'marker') return drawMarker(detail as MapMarker['kind'], colors);
  return undefined;
}

function canvas(width: number, height: number) {
  const pixelRatio = Math.ceil(globalThis.devicePixelRatio || 1);
  // Drawn where it is read from: bringing each icon back from the graphics card would hold up the page.
  const options = { willReadFrequently: true };
  const context = new OffscreenCanvas(width * pixelRatio, height * pixelRatio).getContext('2d', options);
  if (context === null) throw new Error('This browser cannot draw on a canvas.');
  context.scale(pixelRatio, pixelRatio);
  const icon = (): Icon => ({
    image: context.getImageData(0, 0, width * pixelRatio, height * pixelRatio),
    pixelRatio,
  });
  return { context, icon };
}

function drawCluster(count: number, colors: MapColors, dark: boolean): Icon {
  const radius = clusterRadiusPixels(count);
  // Whole pixels: an icon's edge would be cut off at a fraction of one.
  const size = 2 * Math.ceil(radius + 3);
  const { context, icon } = canvas(size, size);
  disc(context, size / 2, radius + 2, colors.casing);
  disc(context, size / 2, radius, colors.line);
  context.fillStyle = dark ? '#0b1320' : '#ffffff';
  context.font = `700 ${count < 1_000 ? 13 : 14}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(clusterLabel(count), size / 2, size / 2 + 0.5);
  return icon();
}

function disc(context: OffscreenCanvasRenderingContext2D, center: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(center, center, radius, 0, 2 * Math.PI);
  context.fill();
}

/** A pin for the ends of a drive, told apart by letter and color; a dot for the points between. */
function drawMarker(kind: MapMarker['kind'], colors: MapColors): Icon {
  if (kind === 'stop') {
    const { context, icon } = canvas(16, 16);
    disc(context, 8, 7, colors.line);
    disc(context, 8, 4.5, '#ffffff');
    return icon();
  }
  const { context, icon } = canvas(30, 40);
  context.fillStyle = kind === 'start' ? '#18794e' : '#c62a2f';
  context.strokeStyle = '#ffffff';
  context.lineWidth = 2;
  context.beginPath();
  context.arc(15, 15, 13, Math.PI * 0.8, Math.PI * 2.2);
  context.lineTo(15, 38);
  context.closePath();
  context.fill();
  context.stroke();
  context.fillStyle = '#ffffff';
  context.font = '700 14px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(kind === 'start' ? 'A' : 'B', 15, 16);
  return icon();
}
