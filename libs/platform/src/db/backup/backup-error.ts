/** A backup or a restore cannot be done, and the message says what to do instead. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
