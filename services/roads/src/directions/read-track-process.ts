// Reads one route file from stdin and sends one of its lines, or the reason for a refusal, to the parent process.
import { readTrack } from './read-track.js';

const [fileName = '', line = ''] = process.argv.slice(2);
const read = await readTrack(process.stdin, fileName, line === '' ? undefined : Number(line));
process.send?.(read, () => process.disconnect());
