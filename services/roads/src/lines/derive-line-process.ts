// Reads a line from stdin and sends facts about it to the parent process. Argument: the folder of the tiles, or ''.
import { json } from 'node:stream/consumers';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import { SrtmTiles } from '../elevation/srtm-tiles.js';
import { deriveLine, type LineInput } from './derive-line.js';

const [folder = ''] = process.argv.slice(2);
const input = (await json(process.stdin)) as LineInput;
// The parent process logs unreadable tiles when it reads them for another line.
const tiles = folder === '' ? null : new SrtmTiles(folder, () => undefined);
process.send?.(await deriveLine(input, tiles, openEmbeddedPlaces), () => process.disconnect());
