import { readFileSync } from 'node:fs';

/** 512 by 512 pixels: green above red on the left, blue on the right. */
const TILE = readFileSync(new URL('./fixtures/tile.heic', import.meta.url));
export const TILE_SIDE = 512;

/** A HEIC as phones write large ones: a grid of tiles, here all with the same bytes, cropped and rotated. */
export interface Grid {
  columns: number;
  rows: number;
  /** Before rotation. */
  width: number;
  height: number;
  quarterTurns: number;
}

/** ISO/IEC 23008-12, 6.6.2.3: an image item of type `grid`, derived from other items. */
export function gridHeic({ columns, rows, width, height, quarterTurns }: Grid): Buffer {
  const hvcC = boxOf(TILE, 'hvcC');
  const pixels = boxOf(TILE, 'mdat').subarray(8);
  const grid = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)]);
  const properties = [hvcC, ispe(TILE_SIDE, TILE_SIDE), ispe(width, height), box('irot', Buffer.from([quarterTurns]))];
  const tiles = Array.from({ length: columns * rows }, (_, at) => at + 1);
  const gridId = tiles.length + 1;
  // Offsets count from the start of the file, so the data's positions are known only after the boxes before it.
  const meta = (dataAt: number) => {
    const place = (id: number, at: number, bytes: Buffer) => [u16(id), u16(0), u16(1), u32(at), u32(bytes.length)];
    return fullBox(
      'meta',
      fullBox('hdlr', Buffer.from('\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')),
      fullBox('pitm', u16(gridId)),
      fullBox('iinf', u16(gridId), ...tiles.map((id) => item(id, 'hvc1')), item(gridId, 'grid')),
      fullBox('iref', box('dimg', u16(gridId), u16(tiles.length), ...tiles.map(u16))),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox(
          'ipma',
          u32(gridId),
          ...tiles.flatMap((id) => [u16(id), Buffer.from([2, 0x81, 2])]),
          u16(gridId),
          Buffer.from([2, 3, 0x84]),
        ),
      ),
      fullBox(
        'iloc',
        Buffer.from([0x44, 0]),
        u16(gridId),
        ...tiles.flatMap((id) => place(id, dataAt, pixels)),
        ...place(gridId, dataAt + pixels.length, grid),
      ),
    );
  };
  const type = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const dataAt = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(dataAt), box('mdat', pixels, grid)]);
}

function item(id: number, type: string): Buffer {
  const version = Buffer.from([2, 0, 0, 0]);
  return box('infe', version, u16(id), u16(0), Buffer.from(`${type}\0`));
}

function ispe(width: number, height: number): Buffer {
  return fullBox('ispe', u32(width), u32(height));
}

function boxOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1') - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
}

function fullBox(type: string, ...parts: Buffer[]): Buffer {
  return box(type, Buffer.alloc(4), ...parts);
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
