// npm run unit: the specs of Node. Arguments are Jest's: `npm run unit -- services/users`.
import { JEST } from './lib/jest-command.mjs';
import { replaceWith, setUp } from './lib/setup.mjs';

await setUp();
replaceWith([...JEST, ...process.argv.slice(2)]);
