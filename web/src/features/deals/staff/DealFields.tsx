import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { NewDealForm } from '@switchback/contracts/endpoints/deals';
import type { Deal } from '@switchback/contracts/resources/deal';
import { isBlank } from '@switchback/contracts/rules/blank';
import { isDealLink } from '@switchback/contracts/rules/deals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useWatch } from 'react-hook-form';
import { CODES } from '../../../api/error-codes.js';
import type { CallError } from '../../../api/error.js';
import formStyles from '../../../components/form/Form.module.css';
import { SubmitButton } from '../../../components/form/SubmitButton.js';
import { TextField } from '../../../components/form/TextField.js';
import { type Fields, useFields } from '../../../components/form/use-fields.js';
import { numberText } from '../../../lib/text/units.js';
import { staffDealsTexts } from '../../../texts/deals.js';
import { texts } from '../../../texts/en.js';
import { DealText } from '../DealText.js';
import styles from './AllDeals.module.css';
import { type DealValues, toForm, valuesOf } from './deal-form.js';
import { RegionFields } from './RegionFields.js';

const words = staffDealsTexts.form;

interface Props {
  /** The deal to change; null for a new one. */
  deal: Deal | null;
  /** Returns the error if saving fails. */
  onSave: (form: NewDealForm) => Promise<CallError | null>;
}

/** The form of a deal. Keeps the typed values if saving fails. */
export function DealFields({ deal, onSave }: Props) {
  const form = useFields<DealValues>(valuesOf(deal));
  const { register, handleSubmit, formState, setError, showRefusal } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const error = await onSave(toForm(values));
    if (error === null) return;
    if (error.code === CODES.staleRevision) setError('root', { message: staffDealsTexts.stale });
    else showRefusal(error);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        {...register('title', { validate: (title) => !isBlank(title) || words.titleRequired })}
        data-autofocus
        label={words.title}
        maxLength={LIMITS.dealTitleMax}
        autoComplete="off"
        error={errors.title?.message}
      />
      <TextWithPreview form={form} />
      <TextField
        {...register('link', {
          validate: (link) => link.trim() === '' || isDealLink(link.trim()) || words.linkFault,
        })}
        type="url"
        inputMode="url"
        label={words.link}
        placeholder="https://"
        maxLength={LIMITS.dealLinkMax}
        autoComplete="off"
        error={errors.link?.message}
      />
      <TextField
        {...register('code')}
        label={words.code}
        maxLength={LIMITS.dealCodeMax}
        autoComplete="off"
        spellCheck={false}
        error={errors.code?.message}
      />
      <DayFields form={form} />
      <RegionFields form={form} stored={deal?.states ?? []} />
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {deal === null ? words.create : texts.form.save}
      </SubmitButton>
    </form>
  );
}

function TextWithPreview({ form: { register, control, formState } }: { form: Fields<DealValues> }) {
  const text = useWatch({ control, name: 'text' });
  return (
    <>
      <Textarea
        {...register('text')}
        label={words.text}
        description={words.textHint(numberText(LIMITS.dealTextMax - text.length))}
        maxLength={LIMITS.dealTextMax}
        autosize
        minRows={3}
        maxRows={12}
        error={formState.errors.text?.message}
      />
      {!isBlank(text) && (
        <section className={styles.preview} aria-label={words.preview}>
          <DealText text={text} />
        </section>
      )}
    </>
  );
}

function DayFields({ form: { register, formState, getValues } }: { form: Fields<DealValues> }) {
  const { errors } = formState;
  const untilFault = (until: string) => until >= getValues('from') || words.untilFault;
  return (
    <div className={formStyles.row}>
      <TextField
        {...register('from', { required: words.dayRequired, deps: 'until' })}
        type="date"
        label={words.from}
        error={errors.from?.message}
      />
      <TextField
        {...register('until', { required: words.dayRequired, validate: untilFault })}
        type="date"
        label={words.until}
        error={errors.until?.message}
      />
    </div>
  );
}
