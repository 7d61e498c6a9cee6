import type { SaveProfileRequest } from '@switchback/proto/users/v1/service';
import type { Avatars } from '../avatars/avatars.js';
import type { ProfilesService } from './profiles.service.js';

interface Dependencies {
  profiles: Pick<ProfilesService, 'save'>;
  avatars: Pick<Avatars, 'set' | 'remove'>;
  /** Called with the error if an unused picture could not be removed. */
  onLeftOver: (error: unknown) => void;
}

/**
 * Saves a person's input about themselves together with their picture: both or neither. Removes the previous picture.
 * @throws ProductError with the invalid fields.
 */
export async function saveProfile(
  { profiles, avatars, onLeftOver }: Dependencies,
  userId: string,
  { avatarUpload, removeAvatar, ...typed }: SaveProfileRequest,
): Promise<void> {
  const added = avatarUpload === '' ? null : await avatars.set(userId, avatarUpload);
  const avatarId = added ?? (removeAvatar ? null : undefined);
  try {
    const former = await profiles.save(userId, { ...typed, avatarId });
    if (former !== null && avatarId !== undefined) await avatars.remove(userId, former).catch(onLeftOver);
  } catch (error) {
    if (added !== null) await avatars.remove(userId, added).catch(onLeftOver);
    throw error;
  }
}
