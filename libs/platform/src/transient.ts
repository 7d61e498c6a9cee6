import { causesOf } from './cause.js';

/**
 * SQLSTATE classes and codes caused by the server's state rather than by the statement:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TRANSIENT_SQLSTATES = [
  '08',
  '53',
  '25006',
  '57P', // read-only for want of room, connection, out of resources, shutting down or starting
  '40001',
  '40P01',
  '55P03',
  '57014', // serialization, deadlock, lock and statement timeouts
];
const TRANSIENT_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
/**
 * Messages of `pg` errors without a code, and of TypeORM if a connection was lost between two statements of a
 * transaction.
 */
const TRANSIENT_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|query runner (?:was )?already released/i;

/** Whether the same work may succeed on a retry, because the failure lay with the database or the network. */
export function isTransient(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && isTransientCode(code)) ||
      (typeof message === 'string' && TRANSIENT_MESSAGES.test(message)),
  );
}

function isTransientCode(code: string): boolean {
  return (
    TRANSIENT_SYSTEM_CODES.has(code) ||
    (code.length === 5 && TRANSIENT_SQLSTATES.some((prefix) => code.startsWith(prefix)))
  );
}
