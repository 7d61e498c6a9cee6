import type { ProfileForm } from '@switchback/contracts/endpoints/users';
import type { Profile } from '@switchback/contracts/resources/user';
import type { Call } from '@switchback/platform/rpc/call';
import { present } from '@switchback/platform/wire/values';
import type { SaveProfileRequest } from '@switchback/proto/users/v1/service';
import type { User } from '@switchback/proto/users/v1/user';
import type { Clients } from '../gateway-parts.js';
import { toProfile } from '../mapping/user.js';
import type { Upload } from '../uploads/uploads.js';
import { ownUser, withAccount } from './own-user.js';

/** The caller's profile, saved first where a form or a picture came; what the form leaves out stays as it is. */
export async function saveProfile(
  clients: Clients,
  form: ProfileForm | undefined,
  upload: Upload | null,
  call: Call,
): Promise<Profile> {
  if (!form && !upload) return toProfile(await ownUser(clients, call));
  const now = present((await clients.users.getUser({}, call)).user, 'user');
  const { user } = await clients.users.saveProfile(toRequest(now, form ?? {}, upload), call);
  return toProfile(await withAccount(clients, user, call));
}

/** A region below one that changed means nothing any more. */
function toRequest(now: User, form: ProfileForm, upload: Upload | null): SaveProfileRequest {
  const countryId = chosen(form.country, now.country?.id);
  const stateId = chosen(form.state, countryId === now.country?.id ? now.state?.id : undefined);
  const cityId = chosen(form.city, stateId === now.state?.id ? now.city?.id : undefined);
  return {
    username: form.username ?? now.username,
    firstName: form.firstName ?? now.firstName,
    lastName: form.lastName ?? now.lastName,
    bio: form.bio ?? now.bio,
    ...{ countryId, stateId, cityId },
    avatarUpload: upload?.key ?? '',
    removeAvatar: form.removeAvatar ?? false,
  };
}

/** The id of a region; 0 is none. */
function chosen(region: { id: number } | null | undefined, present: number | undefined): number {
  if (region === undefined) return present ?? 0;
  return region?.id ?? 0;
}
