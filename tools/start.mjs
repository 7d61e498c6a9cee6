// npm start: the whole product in one process.
import { handOver, setUp } from './lib/setup.mjs';

await setUp();
handOver(['--enable-source-maps', 'services/all/dist/main.js']);
