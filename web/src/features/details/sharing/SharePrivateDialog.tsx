import type { User } from '@switchback/contracts/resources/user';
import { SECRET_PAGE } from '@switchback/contracts/rules/secret-links';
import { Dialog } from '../../../components/Dialog.js';
import { SecretLink } from '../../sharing/SecretLink.js';
import { SharedPeople } from '../../sharing/SharedPeople.js';
import { sharingTexts } from '../../../texts/sharing.js';
import {
  useCreateSecretLinkMutation,
  useRevokeSecretLinkMutation,
  useSecretLinkQuery,
} from './secret-link-endpoints.js';
import { useShareMutation, useSharesQuery } from './sharing-endpoints.js';

const words = sharingTexts;

interface Props {
  driveId: string;
  user: User;
  open: boolean;
  onClose: () => void;
}

/** Lets the owner of a private drive choose the Heroes who may see it, and create a secret link to it. */
export default function SharePrivateDialog({ driveId, user, open, onClose }: Props) {
  return (
    <Dialog
      opened={open}
      onClose={onClose}
      title={words.title}
      // Discards earlier input, so that the dialog reopens empty.
      keepMounted={false}
    >
      <People driveId={driveId} user={user} />
      <DriveLink driveId={driveId} user={user} />
    </Dialog>
  );
}

function People({ driveId, user }: Pick<Props, 'driveId' | 'user'>) {
  const { data: shared, error: failure } = useSharesQuery(
    { driveId, userId: user.id },
    { refetchOnMountOrArgChange: true },
  );
  const [share, { isLoading, isSuccess, error, reset }] = useShareMutation();
  return (
    <SharedPeople
      user={user}
      lead={words.lead}
      shared={shared}
      isSaving={isLoading}
      isSaved={isSuccess}
      error={error ?? failure}
      onEdit={reset}
      onSave={(users) => share({ driveId, userId: user.id, users })}
    />
  );
}

function DriveLink({ driveId, user }: Pick<Props, 'driveId' | 'user'>) {
  const { data: link, error: failure } = useSecretLinkQuery(driveId, { refetchOnMountOrArgChange: true });
  const [create, creating] = useCreateSecretLinkMutation();
  const [revoke, revoking] = useRevokeSecretLinkMutation();
  return (
    <SecretLink
      lead={words.secret.lead}
      label={words.secret.link}
      page={SECRET_PAGE}
      mayLast={user.accountType !== 'free'}
      link={link}
      isCreating={creating.isLoading}
      isRevoking={revoking.isLoading}
      error={creating.error ?? revoking.error ?? failure}
      onCreate={(days) => void create({ id: driveId, days })}
      onRevoke={() => void revoke(driveId)}
    />
  );
}
