/** A backup or restore is not possible; the message suggests what to do instead. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
