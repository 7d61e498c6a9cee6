// Reads a line from stdin and sends its heights to the parent process. Argument: the folder of the tiles, or ''.
import { json } from 'node:stream/consumers';
import { deriveHeights, type HeightsInput } from './derive-heights.js';
import { SrtmTiles } from './srtm-tiles.js';

const [folder = ''] = process.argv.slice(2);
const input = (await json(process.stdin)) as HeightsInput;
// The parent process logs unreadable tiles when it reads them for another line.
const tiles = folder === '' ? null : new SrtmTiles(folder, () => undefined);
process.send?.(await deriveHeights(input, tiles), () => process.disconnect());
