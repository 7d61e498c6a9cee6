import { LIMITS } from '@switchback/contracts/rules/limits';
import { hasBytesOf } from '../../lib/page/picture-bytes.js';
import { profileTexts } from '../../texts/profile.js';

/** Value for the input's `accept`: types and extensions, since a name without a type suffices. */
export const ACCEPTED_FILES = 'image/jpeg,image/png,image/tiff,.jpg,.jpeg,.png,.tif,.tiff';

const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/tiff']);
const NAMES = /\.(jpe?g|png|tiff?)$/i;
/** Some systems report these as JPEG. */
const REFUSED_NAMES = /\.hei[cf]$/i;

/** Returns a message on what is wrong with a chosen file; null if nothing is. */
export async function avatarFault(file: File): Promise<string | null> {
  const { name, type, size } = file;
  const isNamedSo = (type === '' ? NAMES.test(name) : TYPES.has(type)) && !REFUSED_NAMES.test(name);
  if (!isNamedSo && !(await hasBytesOf(file, TYPES))) return profileTexts.avatar.wrongFormat;
  return size > LIMITS.avatarBytes ? profileTexts.avatar.tooLarge : null;
}
