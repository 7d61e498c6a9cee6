import { ACCOUNT_MESSAGES } from '@switchback/contracts/rules/accounts';
import { useEffect, useState } from 'react';
import { asCallError } from '../../api/error.js';
import { Dialog } from '../../components/Dialog.js';
import { checkPassword } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { PasswordField } from '../../components/form/PasswordField.js';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { TextField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import { Notice } from '../../components/Notice.js';
import { leaveAnnounced, sessionEnded } from '../../session/session-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { authTexts } from '../../texts/auth.js';
import { settingsTexts } from '../../texts/settings.js';
import { dayText } from '../../lib/text/day-text.js';
import { useDeleteAccountMutation } from './settings-endpoints.js';

const words = settingsTexts.account;
const WORD = 'delete';
const GOODBYE_MS = 3_000;

interface Props {
  userId: string;
  /** End of the paid term of a subscription, which ends with the account; null without one. */
  paidUntil: Date | null;
  opened: boolean;
  onClose: () => void;
}

/**
 * Deletes the account: confirm, wait, success; three seconds later, logs the user out to the home page. Cannot be
 * closed in between.
 */
export function DeleteAccountDialog({ userId, paidUntil, opened, onClose }: Props) {
  const [deleted, setDeleted] = useState(false);
  const [busy, setBusy] = useState(false);
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!deleted) return;
    const leave = () => dispatch(sessionEnded('left'));
    const timer = setTimeout(leave, GOODBYE_MS);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [deleted, dispatch]);
  const held = deleted || busy;
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (!held) onClose();
      }}
      withCloseButton={!held}
      title={words.delete}
    >
      {deleted ? (
        <Notice kind="success" title={words.deleted} text={words.deletedText} />
      ) : (
        <DeleteForm
          userId={userId}
          paidUntil={paidUntil}
          onBusy={setBusy}
          onDeleted={() => {
            dispatch(leaveAnnounced());
            setDeleted(true);
          }}
        />
      )}
    </Dialog>
  );
}

interface FormProps extends Pick<Props, 'userId' | 'paidUntil'> {
  onBusy: (busy: boolean) => void;
  onDeleted: () => void;
}

function DeleteForm({ userId, paidUntil, onBusy, onDeleted }: FormProps) {
  const { register, handleSubmit, formState, showRefusal } = useFields({ confirm: '', password: '' });
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const { errors, isSubmitting } = formState;
  const [deleteAccount] = useDeleteAccountMutation();
  const submit = handleSubmit(async ({ password }) => {
    onBusy(true);
    const { error } = await deleteAccount({ id: userId, confirm: WORD, ...(isPasswordAsked && { password }) });
    onBusy(false);
    if (error === undefined) onDeleted();
    // The first time, this only asks for the password; it is not an error.
    else if (asCallError(error).fields?.['password'] !== undefined && !isPasswordAsked) setPasswordAsked(true);
    else showRefusal(error);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={formStyles.notice}>{words.deleteLead}</p>
      {paidUntil !== null && <p className={formStyles.notice}>{words.deleteHero(dayText(paidUntil.toISOString()))}</p>}
      <TextField
        {...register('confirm', { validate: (value) => value.trim() === WORD || ACCOUNT_MESSAGES.deleteNotConfirmed })}
        label={words.deleteField}
        autoComplete="off"
        data-autofocus
        autoCapitalize="none"
        error={errors.confirm?.message}
      />
      {isPasswordAsked && (
        <PasswordField
          {...register('password', { validate: checkPassword })}
          label={authTexts.fields.currentPassword}
          description={words.deletePasswordHelp}
          autoComplete="current-password"
          autoFocus
          error={errors.password?.message}
        />
      )}
      <SubmitButton busy={isSubmitting} color="red.9" error={errors.root?.message} errorOnButton>
        {isSubmitting ? words.deleting : words.delete}
      </SubmitButton>
    </form>
  );
}
