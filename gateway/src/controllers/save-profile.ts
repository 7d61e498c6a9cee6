import type { ProfileForm } from '@switchback/contracts/endpoints/users';
import type { Profile } from '@switchback/contracts/resources/user';
import type { Call } from '@switchback/platform/rpc/call';
import type { SaveProfileRequest } from '@switchback/proto/users/v1/service';
import type { Clients } from '../services/clients.js';
import { toProfile } from '../mapping/user.js';
import type { Upload } from '../uploads/uploads.js';
import { ownUser, withAccount } from './own-user.js';

/** Returns the caller's profile, after saving a form or picture if there is one; absent fields stay unchanged. */
export async function saveProfile(
  clients: Clients,
  form: ProfileForm | undefined,
  upload: Upload | null,
  call: Call,
): Promise<Profile> {
  if (!form && !upload) return toProfile(await ownUser(clients, call));
  const { user } = await clients.users.saveProfile(toRequest(form ?? {}, upload), call);
  return toProfile(await withAccount(clients, user, call));
}

function toRequest(form: ProfileForm, upload: Upload | null): SaveProfileRequest {
  const { username, firstName, lastName, bio, country, state, city, removeAvatar = false } = form;
  return {
    username,
    firstName,
    lastName,
    bio,
    countryId: chosen(country),
    stateId: chosen(state),
    cityId: chosen(city),
    avatarUpload: upload?.key ?? '',
    removeAvatar,
  };
}

/** Returns the id of a region; 0 clears it, undefined leaves it unchanged. */
function chosen(region: { id: number } | null | undefined): number | undefined {
  return region === null ? 0 : region?.id;
}
