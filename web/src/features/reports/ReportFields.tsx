import { Checkbox, Textarea } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { VIOLATION_NAMES, VIOLATIONS, type Violation } from '@switchback/contracts/rules/moderation';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../api/error.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { numberText } from '../../lib/text/units.js';
import { reportTexts } from '../../texts/reports.js';
import styles from './Reports.module.css';
import { type Reported, useReportAbuseMutation } from './report-endpoints.js';

const words = reportTexts;

/** A report: at least one violation, and an explanation. */
export function ReportFields({ subject, onSent }: { subject: Reported; onSent: (details: string) => void }) {
  const [send, { isLoading, error }] = useReportAbuseMutation();
  const [chosen, setChosen] = useState<readonly Violation[]>([]);
  const [details, setDetails] = useState('');
  const [isTried, setTried] = useState(false);
  const left = LIMITS.reportDetailsMax - details.trim().length;
  const fault = isTried && chosen.length === 0 ? words.none : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (chosen.length === 0 || left < 0) return;
    const violations = Object.fromEntries(chosen.map((violation) => [violation, true]));
    const { data } = await send({ violations, details: details.trim(), subject });
    if (data !== undefined) onSent(data.details);
  };
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Checkbox.Group
        label={words.violations}
        error={fault}
        value={[...chosen]}
        onChange={(values) => setChosen(VIOLATIONS.filter((violation) => values.includes(violation)))}
      >
        <div className={styles.violations}>
          {VIOLATIONS.map((violation) => (
            <Checkbox key={violation} value={violation} label={VIOLATION_NAMES[violation]} size="md" />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        label={words.details}
        description={words.left(numberText(left))}
        error={left < 0 ? words.tooLong(numberText(LIMITS.reportDetailsMax)) : undefined}
        value={details}
        autosize
        minRows={3}
        maxRows={10}
        onChange={({ currentTarget }) => setDetails(currentTarget.value)}
      />
      <SubmitButton busy={isLoading} error={error === undefined ? undefined : reasonOf(error)}>
        {words.submit}
      </SubmitButton>
    </form>
  );
}
