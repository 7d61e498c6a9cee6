// A process that uses the embedded PostgreSQL of `DATA_DIR`, archived in `BACKUP_DIR` if set, until it is killed.
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';

const { DATA_DIR, BACKUP_DIR: archive } = process.env;
await joinOrStart({ dataDir: DATA_DIR!, durable: false, ...(archive && { archive }) });
process.stdout.write('ready\n');
setInterval(() => undefined, 60_000);
