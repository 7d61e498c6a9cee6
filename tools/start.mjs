// npm start: the whole product in one process.
import { replaceWith, NODE_FLAGS, setUp } from './lib/setup.mjs';

await setUp({ scope: 'product' });
replaceWith([...NODE_FLAGS, 'services/all/dist/main.js']);
