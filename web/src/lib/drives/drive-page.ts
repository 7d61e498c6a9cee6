/** Returns the address of a drive's page, to share. */
export function drivePageOf(id: string): string {
  return `${globalThis.location.origin}/drive-details/${encodeURIComponent(id)}`;
}
