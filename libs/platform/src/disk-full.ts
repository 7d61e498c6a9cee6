import { causesOf } from './cause.js';

/** File system and PostgreSQL error codes for a full disk or an exhausted quota. */
export const DISK_FULL_CODES: readonly string[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether an error, or one of its causes, reports a full disk, be it of the files or of the database. */
export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some(({ code }) => typeof code === 'string' && DISK_FULL_CODES.includes(code));
}
