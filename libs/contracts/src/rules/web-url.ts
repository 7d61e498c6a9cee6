/**
 * Control, format (bidi, zero-width) and unassigned characters, blanks, and characters that end an attribute or a tag.
 */
const UNSAFE = /[\p{C}\p{Z}"<>`\\]/u;
/** A host name of at least two labels, not an IP address. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Reports whether a text is a linkable web URL: http or https, a public host name, no user or password. */
export function isWebUrl(text: string): boolean {
  if (UNSAFE.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return HOST_NAME.test(hostname) && username === '' && password === '';
}
