import { BackupError } from '@switchback/platform/db/backup/backup-error';
import { takeBaseBackup } from '@switchback/platform/db/backup/base-backup';
import { runCommand } from '@switchback/platform/process/run';

/** With a backup a day, allows point-in-time recovery within a week. */
const KEPT = 7;

await runCommand(async (foundation) => {
  const { clock } = foundation;
  const { BACKUP_DIR: backups, DATA_DIR: dataDir, DATABASE_URL } = foundation.settings;
  if (DATABASE_URL)
    throw new BackupError(
      'This command backs up only the embedded PostgreSQL; docs/backup.md describes backups of an external one.',
    );
  if (!backups) throw new BackupError('Set BACKUP_DIR to the folder for backups, and start the product with it.');
  const { url } = await foundation.database();
  const { folder, bytes } = await takeBaseBackup({ url, dataDir, backups, keep: KEPT, now: () => clock.now() });
  process.stdout.write(`Backed up to ${folder}: ${Math.round(bytes / 1e6)} MB.\n`);
});
