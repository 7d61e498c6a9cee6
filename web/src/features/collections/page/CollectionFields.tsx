import { Checkbox, Textarea } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { User } from '@switchback/contracts/resources/user';
import { isBlank } from '@switchback/contracts/rules/blank';
import { isTrip } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useWatch } from 'react-hook-form';
import { CODES } from '../../../api/error-codes.js';
import type { CallError } from '../../../api/error.js';
import formStyles from '../../../components/form/Form.module.css';
import { SubmitButton } from '../../../components/form/SubmitButton.js';
import { TextField } from '../../../components/form/TextField.js';
import { type Fields, useFields } from '../../../components/form/use-fields.js';
import { UpgradeOffer } from '../../../components/UpgradeOffer.js';
import { numberText } from '../../../lib/text/units.js';
import { collectionTexts } from '../../../texts/collections.js';
import { type FormValues, toForm, valuesOf } from './collection-form.js';

const words = collectionTexts.form;

interface Props {
  user: User;
  /** The collection to change; null for a new one. */
  collection: Collection | null;
  submitLabel: string;
  /** Returns the error if saving fails. */
  onSave: (form: CollectionForm & { name: string }) => Promise<CallError | null>;
}

/** Name and description of a collection, and whether it is a trip. What was typed stays if saving fails. */
export function CollectionFields({ user, collection, submitLabel, onSave }: Props) {
  const form = useFields<FormValues>(valuesOf(collection));
  const { register, control, handleSubmit, formState, setError, showRefusal } = form;
  const { errors, isSubmitting } = formState;
  const [description, asTrip] = useWatch({ control, name: ['description', 'asTrip'] });
  const isOffered = asTrip && user.accountType === 'free';
  const wasTrip = collection !== null && isTrip(collection);
  const submit = handleSubmit(async (values) => {
    const error = await onSave(toForm(values, collection));
    if (error === null) return;
    if (error.code === CODES.staleRevision) setError('root', { message: collectionTexts.stale.form });
    else showRefusal(error);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        {...register('name', { validate: (name) => !isBlank(name) || words.nameRequired })}
        data-autofocus
        label={words.name}
        maxLength={LIMITS.collectionNameMax}
        autoComplete="off"
        error={errors.name?.message}
      />
      <Textarea
        {...register('description')}
        label={words.description}
        description={words.left(numberText(LIMITS.collectionDescriptionMax - description.length))}
        maxLength={LIMITS.collectionDescriptionMax}
        autosize
        minRows={3}
        maxRows={10}
        error={errors.description?.message}
      />
      <Checkbox {...register('asTrip')} size="md" label={words.asTrip} description={words.asTripHint} />
      {asTrip && !isOffered && !wasTrip && <TripFields form={form} />}
      {isOffered && (
        <section aria-label={words.heroOnly} className={formStyles.form}>
          <p>
            {words.heroOnly} {words.clearIt}
          </p>
          <UpgradeOffer />
        </section>
      )}
      <SubmitButton busy={isSubmitting} disabled={isOffered} error={errors.root?.message}>
        {submitLabel}
      </SubmitButton>
    </form>
  );
}

/** First day and number of days of a new trip, of which one suffices. */
function TripFields({ form: { register, formState, getValues } }: { form: Fields<FormValues> }) {
  const { errors } = formState;
  const daysFault = (days: string) => {
    if (days === '') return getValues('start') !== '' || words.tripFault;
    const count = Number(days);
    return (
      (Number.isInteger(count) && count >= 1 && count <= LIMITS.tripDaysMax) || words.daysFault(LIMITS.tripDaysMax)
    );
  };
  return (
    <div className={formStyles.row}>
      <TextField {...register('start')} type="date" label={words.start} error={errors.start?.message} />
      <TextField
        {...register('days', { validate: daysFault })}
        type="number"
        inputMode="numeric"
        min={1}
        max={LIMITS.tripDaysMax}
        label={words.days}
        error={errors.days?.message}
      />
    </div>
  );
}
