import { LIMITS } from '@switchback/contracts/rules/limits';
import { profileTexts } from '../../texts/profile.js';

/** What the field offers to choose from; a name without a type says enough. */
export const ACCEPTED_FILES = 'image/jpeg,image/png,image/tiff,.jpg,.jpeg,.png,.tif,.tiff';

const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/tiff']);
const NAMES = /\.(jpe?g|png|tiff?)$/i;
/** Some systems call these JPEG. */
const REFUSED_NAMES = /\.hei[cf]$/i;

/** What is wrong with a chosen file, in words; null for nothing. */
export function avatarFault({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const accepted = type === '' ? NAMES.test(name) : TYPES.has(type);
  if (!accepted || REFUSED_NAMES.test(name)) return profileTexts.avatar.wrongFormat;
  return size > LIMITS.avatarBytes ? profileTexts.avatar.tooLarge : null;
}
