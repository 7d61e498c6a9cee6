/** What two addresses must differ in: their case does not count. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
