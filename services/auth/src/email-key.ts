import { domainToASCII } from 'node:url';

/** What two addresses must differ in: their case does not count. Addresses that fold to others are refused before. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** Where mails to an address arrive, whichever way its domain is spelled: `bücher.example` is `xn--bcher-kva.example`. */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@') + 1;
  const domain = key.slice(at);
  return key.slice(0, at) + (domainToASCII(domain) || domain);
}
