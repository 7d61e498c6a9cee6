import { parseArgs } from 'node:util';
import { BackupError } from '@switchback/platform/db/backup/backup-error';
import { restore } from '@switchback/platform/db/backup/restore';
import { holdDataFolder } from '@switchback/platform/process/data-folder';
import { runCommand } from '@switchback/platform/process/run';
import { rebuildIndex } from '../rebuild-index.js';

const USAGE = `Usage: npm run restore -- [--to 2026-11-21T10:00:00Z]

Puts the database and the files back as they were at a moment, or as they were last, from what BACKUP_DIR holds. The
product is stopped meanwhile. What was there before stays beside it.
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
    throw new BackupError('This restores the embedded PostgreSQL alone: see docs/backup.md for others.');
  if (!backups) throw new BackupError('BACKUP_DIR says where the backups are.');
  const release = holdDataFolder(dataDir);
  try {
    const { base, lastChange, before } = await restore({ dataDir, backups, to: options.to });
    process.stdout.write(`Restored from ${base.folder}.\n`);
    if (lastChange) process.stdout.write(`The last change in it was made at ${lastChange.toISOString()}.\n`);
    if (before) process.stdout.write(`The database that was there lies in ${before}: delete it when all is well.\n`);
    const { indexed } = await rebuildIndex(foundation);
    process.stdout.write(`The search index was built anew: ${indexed} drives.\n`);
  } finally {
    release();
  }
});
