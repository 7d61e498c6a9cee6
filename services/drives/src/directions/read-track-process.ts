// Reads one route file from its standard input and sends a line of it, or why there is none.
import { readTrack } from './read-track.js';

const [fileName = '', line = ''] = process.argv.slice(2);
const read = await readTrack(process.stdin, fileName, line === '' ? undefined : Number(line));
process.send?.(read, () => process.disconnect());
