import { Button } from '@mantine/core';
import { useState } from 'react';
import { reasonOf } from '../../api/error.js';
import formStyles from '../../components/form/Form.module.css';
import { authTexts } from '../../texts/auth.js';

const words = authTexts.resend;

interface Props {
  /** @returns the error if no mail was sent; undefined on success. */
  send: () => Promise<unknown>;
}

/** Requests the sign-up mail again and shows the outcome. */
export function ResendMail({ send }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ sent: true } | { refusal: string }>();
  const resend = async () => {
    setBusy(true);
    setSaid(undefined);
    const error = await send();
    setSaid(error === undefined ? { sent: true } : { refusal: reasonOf(error) });
    setBusy(false);
  };
  return (
    <div className={formStyles.submit}>
      <Button variant="default" fullWidth aria-disabled={isBusy} onClick={() => void (isBusy || resend())}>
        {words.button}
      </Button>
      <p role="status" className={formStyles.notice}>
        {said !== undefined && 'sent' in said && words.sent}
      </p>
      <p role="alert" className={formStyles.refusal}>
        {said !== undefined && 'refusal' in said && said.refusal}
      </p>
    </div>
  );
}
