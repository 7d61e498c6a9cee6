import { parseArgs } from 'node:util';
import { BackupError } from '@switchback/platform/db/backup/backup-error';
import { restore } from '@switchback/platform/db/backup/restore';
import { holdDataFolder } from '@switchback/platform/process/data-folder';
import { runCommand } from '@switchback/platform/process/run';
import { rebuildIndex } from '../rebuild-index.js';

const USAGE = `Usage: npm run restore -- [--to 2026-11-21T10:00:00Z]

Restores the database and the files from BACKUP_DIR to a moment, or to the latest state. Stop the product first. The
previous data stays in a folder next to the restored one.
`;

/** Returns null if the arguments are invalid. */
function readMoment(): { to: Date | undefined } | null {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
    const moment = to === undefined ? undefined : new Date(to);
    return moment && Number.isNaN(moment.getTime()) ? null : { to: moment };
  } catch {
    return null;
  }
}

await runCommand(async (foundation) => {
  const options = readMoment();
  if (!options) {
    process.stdout.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { BACKUP_DIR: backups, DATA_DIR: dataDir, DATABASE_URL } = foundation.settings;
  if (DATABASE_URL)
    throw new BackupError(
      'This command restores only the embedded PostgreSQL; docs/backup.md describes how to restore an external one.',
    );
  if (!backups) throw new BackupError('Set BACKUP_DIR to the folder with the backups.');
  const release = holdDataFolder(dataDir);
  try {
    const { base, lastChange, before } = await restore({ dataDir, backups, to: options.to });
    process.stdout.write(`Restored from ${base.folder}.\n`);
    if (lastChange) process.stdout.write(`The last change in it was made at ${lastChange.toISOString()}.\n`);
    if (before)
      process.stdout.write(
        `The previous database is in ${before}: delete it after you have checked the restored one.\n`,
      );
    const { indexed } = await rebuildIndex(foundation);
    process.stdout.write(`Rebuilt the search index: ${indexed} drives.\n`);
  } finally {
    release();
  }
});
