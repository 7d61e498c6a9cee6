import { LIMITS } from '@switchback/contracts/rules/limits';
import { photoTexts } from '../../texts/photos.js';

/** What the field offers to choose from; a name without a type says enough. */
export const ACCEPTED_FILES = 'image/jpeg,image/png,image/heic,image/heif,.jpg,.jpeg,.png,.heic,.heif';

const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/heic', 'image/heif']);
const NAMES = /\.(jpe?g|png|hei[cf])$/i;

/** What is wrong with a chosen file, in words; null for nothing. */
export function photoFault({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const accepted = type === '' ? NAMES.test(name) : TYPES.has(type);
  if (!accepted) return photoTexts.form.format;
  return size > LIMITS.photoBytes ? photoTexts.form.size : null;
}
