import type { User } from '@switchback/contracts/resources/user';
import { useNavigate, useSearchParams } from 'react-router';
import { reasonOf } from '../../api/error.js';
import { texts } from '../../texts/en.js';
import { EditLink } from './EditLink.js';
import { EditProfile } from './EditProfile.js';
import { ProfilePanel } from './ProfilePanel.js';
import { useOwnProfile } from './use-own-profile.js';

/** The user's own profile as a settings tab; `editing=true` in the URL opens its editor. */
export function ProfileTab({ user }: { user: User }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { view, error } = useOwnProfile(user.id);
  if (params.get('editing') === 'true') {
    return <EditProfile user={user} onDone={() => void navigate('/settings?tab=profile')} />;
  }
  if (view !== undefined) return <ProfilePanel view={view} heading="h2" action={<EditLink />} />;
  return error === undefined ? <p role="status">{texts.loading}</p> : <p role="alert">{reasonOf(error)}</p>;
}
