import { LIMITS } from '@switchback/contracts/rules/limits';
import { hasBytesOf } from '../../lib/picture-bytes.js';
import { profileTexts } from '../../texts/profile.js';

/** What the field offers to choose from; a name without a type says enough. */
export const ACCEPTED_FILES = 'image/jpeg,image/png,image/tiff,.jpg,.jpeg,.png,.tif,.tiff';

const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/tiff']);
const NAMES = /\.(jpe?g|png|tiff?)$/i;
/** Some systems call these JPEG. */
const REFUSED_NAMES = /\.hei[cf]$/i;

/** What is wrong with a chosen file, in words; null for nothing. */
export async function avatarFault(file: File): Promise<string | null> {
  const { name, type, size } = file;
  const isNamedSo = (type === '' ? NAMES.test(name) : TYPES.has(type)) && !REFUSED_NAMES.test(name);
  if (!isNamedSo && !(await hasBytesOf(file, TYPES))) return profileTexts.avatar.wrongFormat;
  return size > LIMITS.avatarBytes ? profileTexts.avatar.tooLarge : null;
}
