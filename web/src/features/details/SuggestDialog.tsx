import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { isBlank } from '@switchback/contracts/rules/blank';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../api/error.js';
import { Dialog } from '../../components/Dialog.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { numberText } from '../../lib/text/units.js';
import { reportTexts } from '../../texts/reports.js';
import { useSuggestEditsMutation } from '../reports/report-endpoints.js';

const words = reportTexts.suggest;

interface Props {
  driveId: string;
  open: boolean;
  onClose: () => void;
}

/** Sends a Hero's suggested edits of a drive to the staff. */
export default function SuggestDialog({ driveId, open, onClose }: Props) {
  const [send, { isLoading, error, reset }] = useSuggestEditsMutation();
  const [suggestions, setSuggestions] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await send({ id: driveId, suggestions: suggestions.trim() });
    if (data === undefined) return;
    setSent(data.details);
    setSuggestions('');
  };
  const gone = () => {
    setSent(null);
    reset();
  };
  return (
    <Dialog opened={open} onClose={onClose} onExitTransitionEnd={gone} title={sent === null ? words.title : words.sent}>
      {sent !== null ? (
        <p role="status">{sent}</p>
      ) : (
        <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
          <Textarea
            data-autofocus
            label={words.label}
            description={reportTexts.left(numberText(LIMITS.suggestionsMax - suggestions.trim().length))}
            value={suggestions}
            maxLength={LIMITS.suggestionsMax}
            autosize
            minRows={4}
            maxRows={12}
            onChange={({ currentTarget }) => setSuggestions(currentTarget.value)}
          />
          <SubmitButton
            busy={isLoading}
            disabled={isBlank(suggestions)}
            error={error === undefined ? undefined : reasonOf(error)}
          >
            {words.send}
          </SubmitButton>
        </form>
      )}
    </Dialog>
  );
}
