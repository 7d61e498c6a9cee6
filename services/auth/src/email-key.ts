/** What two addresses must differ in: their case does not count. Addresses that fold to others are refused before. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
