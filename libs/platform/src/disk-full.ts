import { causesOf } from './cause.js';

/** Codes of the file system and of PostgreSQL for a disk or a quota that is used up. */
export const DISK_FULL_CODES: readonly string[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether an error, or one of its causes, says that a disk is full: of the files or of the database. */
export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some(({ code }) => typeof code === 'string' && DISK_FULL_CODES.includes(code));
}
