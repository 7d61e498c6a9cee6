import { ensurePlacesData } from '../places-data.js';

const startedMs = performance.now();
await ensurePlacesData();
process.stdout.write(`Places data ready after ${Math.round(performance.now() - startedMs)} ms.\n`);
