// Reads one route file from its standard input and sends its first line, or why there is none.
import { readTrack } from './read-track.js';

const read = await readTrack(process.stdin);
process.send?.(read, () => process.disconnect());
