import { download } from './download.js';
import { isPhone } from './phone.js';

/** A link to share. */
export interface SharedLink {
  title: string;
  text: string;
  url: string;
}

/**
 * Opens the share sheet of a phone, which offers its apps.
 * @returns false if there is none, or if it refuses: the page then offers the link itself
 */
export async function shareBySheet(link: SharedLink): Promise<boolean> {
  if (!isPhone() || !('share' in navigator)) return false;
  return isDone(navigator.share(link));
}

/** Hands a file to the share sheet of a phone; saves it as a download if the sheet takes no such files. */
export async function deliverFile(file: Blob, name: string): Promise<void> {
  const files = [new File([file], name, { type: file.type })];
  const isSharable = isPhone() && 'canShare' in navigator && navigator.canShare({ files });
  if (!isSharable || !(await isDone(navigator.share({ files })))) download(file, name);
}

/** A sheet that the person closes has done its work. */
async function isDone(sharing: Promise<void>): Promise<boolean> {
  try {
    await sharing;
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
