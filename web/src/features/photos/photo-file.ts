import { LIMITS } from '@switchback/contracts/rules/limits';
import { hasBytesOf } from '../../lib/page/picture-bytes.js';
import { photoTexts } from '../../texts/photos.js';

/** File types that the field offers; an extension is enough for a file without a type. */
export const ACCEPTED_FILES = 'image/jpeg,image/png,image/heic,image/heif,.jpg,.jpeg,.png,.heic,.heif';

const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/heic', 'image/heif']);
const NAMES = /\.(jpe?g|png|hei[cf])$/i;

/** Returns the error of a chosen file, or null. */
export async function photoFault(file: File): Promise<string | null> {
  const isNamedSo = file.type === '' ? NAMES.test(file.name) : TYPES.has(file.type);
  if (!isNamedSo && !(await hasBytesOf(file, TYPES))) return photoTexts.form.format;
  return file.size > LIMITS.photoBytes ? photoTexts.form.size : null;
}
