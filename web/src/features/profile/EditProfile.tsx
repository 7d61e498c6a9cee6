import { Button, Textarea } from '@mantine/core';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ACCOUNT_MESSAGES } from '@switchback/contracts/rules/accounts';
import type { Region } from '@switchback/contracts/resources/geo';
import type { User } from '@switchback/contracts/resources/user';
import { useEffect, useEffectEvent, useState } from 'react';
import { type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form';
import { UsernameField } from '../account/UsernameField.js';
import { useUsernameCheck } from '../account/use-username-check.js';
import { checkUsername } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { TextField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import { useDraft } from '../../lib/drafts/use-draft.js';
import { texts } from '../../texts/en.js';
import { profileTexts } from '../../texts/profile.js';
import { AvatarField, type AvatarChoice } from './AvatarField.js';
import { useSaveProfileMutation } from './profile-endpoints.js';
import styles from './Profile.module.css';
import { RegionFields, type Regions } from './RegionFields.js';

const words = profileTexts;

interface Props {
  user: User;
  /** Called after saving or canceling. */
  onDone: () => void;
}

interface Form {
  username: string;
  firstName: string;
  lastName: string;
  bio: string;
}

/** All editable fields. */
interface Draft {
  values: Form;
  regions: Regions;
  avatar: AvatarChoice;
}

/** Edits the user's photo, names, location and bio. */
export function EditProfile({ user, onDone }: Props) {
  const [kept, keep] = useDraft<Draft>(`profile ${user.id}`);
  const [avatar, setAvatar] = useState<AvatarChoice>(kept?.avatar ?? 'kept');
  const [regions, setRegions] = useState<Regions>(kept?.regions ?? regionsOf(user));
  const [save] = useSaveProfileMutation();
  const { username, firstName, lastName, bio } = user;
  const form = useFields<Form>(kept?.values ?? { username, firstName, lastName, bio });
  const { register, control, handleSubmit, formState, setFocus, showRefusal } = form;
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control });
  // The user's own name needs no check.
  const check = useUsernameCheck(typed.username === username ? '' : (typed.username ?? ''));
  const leave = useKept(
    { values: { username, firstName, lastName, bio, ...typed }, regions, avatar },
    user,
    keep,
    onDone,
  );
  const submit = handleSubmit(async (values) => {
    if (check.taken !== null) {
      setFocus('username');
      return;
    }
    const profile = { ...trimmed(values), ...regionIds(regions), removeAvatar: avatar === 'removed' };
    const { error } = await save({ id: user.id, profile, avatar: avatar instanceof File ? avatar : null });
    if (error !== undefined) showRefusal(error);
    else leave();
  });
  return (
    <form className={`${formStyles.form} ${styles.editor}`} noValidate onSubmit={(event) => void submit(event)}>
      <AvatarField avatar={user.avatar} choice={avatar} onChoice={setAvatar} />
      <UsernameField
        {...register('username', { validate: checkUsername })}
        check={check}
        error={errors.username?.message}
      />
      <NameFields register={register} errors={errors} />
      <RegionFields value={regions} onChange={setRegions} />
      <Textarea
        {...register('bio', {
          validate: (text) => lengthOf(text.trim()) <= LIMITS.bioMax || ACCOUNT_MESSAGES.bioTooLong,
        })}
        label={words.fields.bio}
        description={words.fields.bioLeft(LIMITS.bioMax - lengthOf((typed.bio ?? '').trim()))}
        rows={4}
        error={errors.bio?.message}
      />
      <div className={styles.buttons}>
        <SubmitButton busy={isSubmitting} error={errors.root?.message}>
          {isSubmitting ? words.saving : texts.form.save}
        </SubmitButton>
        <Button variant="default" onClick={leave}>
          {texts.form.cancel}
        </Button>
      </div>
    </form>
  );
}

function NameFields({ register, errors }: { register: UseFormRegister<Form>; errors: FieldErrors<Form> }) {
  return (
    <div className={formStyles.row}>
      <TextField
        {...register('firstName', { maxLength: LIMITS.nameMax })}
        label={words.fields.firstName}
        autoComplete="given-name"
        maxLength={LIMITS.nameMax}
        error={errors.firstName?.message}
      />
      <TextField
        {...register('lastName', { maxLength: LIMITS.nameMax })}
        label={words.fields.lastName}
        autoComplete="family-name"
        maxLength={LIMITS.nameMax}
        error={errors.lastName?.message}
      />
    </div>
  );
}

/**
 * Stores unsaved changes as a draft in case the session ends. @returns a function that deletes the draft and leaves.
 */
function useKept(draft: Draft, user: User, keep: (draft: Draft | null) => void, onDone: () => void): () => void {
  const { username, firstName, lastName, bio } = user;
  const plain: Draft = { values: { username, firstName, lastName, bio }, regions: regionsOf(user), avatar: 'kept' };
  const isChanged = draft.avatar !== 'kept' || JSON.stringify(draft) !== JSON.stringify(plain);
  const note = useEffectEvent(() => keep(isChanged ? draft : null));
  const said = JSON.stringify(draft);
  useEffect(() => note(), [said, draft.avatar]);
  return () => {
    keep(null);
    onDone();
  };
}

function regionsOf({ country, state, city }: User): Regions {
  return { country, state, city };
}

/** Counts characters as people and the server do: by code point. */
function lengthOf(text: string): number {
  return [...text].length;
}

function trimmed({ username, firstName, lastName, bio }: Form): Form {
  return { username: username.trim(), firstName: firstName.trim(), lastName: lastName.trim(), bio: bio.trim() };
}

function regionIds({ country, state, city }: Regions) {
  const idOf = (region: Region | null) => (region === null ? null : { id: region.id });
  return { country: idOf(country), state: idOf(state), city: idOf(city) };
}
