// npm start: the whole product in one process.
import { handOver, NODE_FLAGS, setUp } from './lib/setup.mjs';

await setUp({ scope: 'product' });
handOver([...NODE_FLAGS, 'services/all/dist/main.js']);
