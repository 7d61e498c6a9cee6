// A process that uses the embedded PostgreSQL of `DATA_DIR` until it is killed.
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';

await joinOrStart({ dataDir: process.env['DATA_DIR']!, durable: false });
process.stdout.write('ready\n');
setInterval(() => undefined, 60_000);
