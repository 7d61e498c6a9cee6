import { domainToASCII } from 'node:url';

/**
 * Returns the key by which addresses are unique, ignoring case. Addresses that fold to another one are rejected
 * earlier.
 */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/**
 * Returns the key of the mailbox, equal for all spellings of its domain: `bücher.example` is `xn--bcher-kva.example`.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@') + 1;
  const domain = key.slice(at);
  return key.slice(0, at) + (domainToASCII(domain) || domain);
}
