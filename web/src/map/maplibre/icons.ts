import { clusterLabel, clusterRadiusPixels } from '../cluster-looks.js';
import { mapColors, type MapCluster, type MapColors, type MapMarker } from '../map-port.js';
import { type Palette, paletteOf } from './base-map-palette.js';

/** Prefix of a road shield's name, followed by the road's number. */
export const SHIELD_ICON = 'shield:';

/** Icons are named after their content and drawn when a tile first requests them. */
export function clusterIcon({ count }: Pick<MapCluster, 'count'>): string {
  return `cluster:${count}`;
}

export function markerIcon(marker: MapMarker): string {
  return marker.kind === 'number' ? `number:${marker.number}` : `marker:${marker.kind}`;
}

export interface Icon {
  image: ImageData;
  pixelRatio: number;
}

/** Draws the icon with this name; undefined for a name of a foreign style. */
export function drawIcon(name: string, dark: boolean): Icon | undefined {
  const [family, detail = ''] = name.split(':');
  const colors = mapColors(dark);
  if (family === 'cluster') return drawCluster(Number(detail), colors, dark);
  if (family === 'marker') return drawMarker(detail as MapMarker['kind'], colors);
  if (family === 'number') return drawNumber(detail);
  if (`${family}:` === SHIELD_ICON) return drawShield(detail, paletteOf(dark));
  return undefined;
}

function canvas(width: number, height: number) {
  // At least double: the engine smooths only the icons it scales, and cuts rows off unscaled ones between pixels.
  const pixelRatio = Math.max(2, Math.ceil(globalThis.devicePixelRatio || 1));
  // Draws in main memory: reading each icon back from the graphics card would block the page.
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
  if (count === 1) return drawPin(radius, colors);
  // Whole pixels: an icon would be cut off at a fractional edge.
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

/** A single drive needs no number. */
function drawPin(radius: number, colors: MapColors): Icon {
  const size = 2 * Math.ceil(radius + 1);
  const { context, icon } = canvas(size, size);
  disc(context, size / 2, radius, colors.casing);
  disc(context, size / 2, radius - 2, colors.line);
  return icon();
}

const SHIELD_FONT = '600 10px system-ui, sans-serif';

function drawShield(ref: string, { halo, shield, interstate }: Palette): Icon {
  const ruler = canvas(1, 1).context;
  ruler.font = SHIELD_FONT;
  const width = Math.ceil(ruler.measureText(ref).width) + 10;
  const { context, icon } = canvas(width, 16);
  context.fillStyle = halo;
  context.strokeStyle = interstate;
  context.beginPath();
  context.roundRect(0.5, 0.5, width - 1, 15, 4);
  context.fill();
  context.stroke();
  context.fillStyle = shield;
  context.font = SHIELD_FONT;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(ref, width / 2, 8.5);
  return icon();
}

function disc(context: OffscreenCanvasRenderingContext2D, center: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(center, center, radius, 0, 2 * Math.PI);
  context.fill();
}

/** A disc like the handles of a route, which carry letters. */
function drawNumber(number: string): Icon {
  const { context, icon } = canvas(26, 26);
  disc(context, 13, 12.5, '#ffffff');
  disc(context, 13, 10.5, '#1b2a3a');
  context.fillStyle = '#ffffff';
  context.font = `700 ${number.length < 3 ? 12 : 10}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(number, 13, 13.5);
  return icon();
}

/** A pin for the ends of a drive, which differ by letter and color; a dot for the stops. */
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
