import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Form.module.css';

interface Props {
  busy: boolean;
  /** What went wrong when it was pressed last, said below it. */
  error?: string | undefined;
  /** True while there is nothing to send. */
  disabled?: boolean;
  color?: string;
  children: ReactNode;
}

/** Sends a form. It keeps the focus while it is busy, and does nothing then. */
export function SubmitButton({ busy, error, disabled = false, color, children }: Props) {
  return (
    <div className={styles.submit}>
      <Button
        type="submit"
        fullWidth
        disabled={disabled}
        aria-disabled={busy || disabled}
        data-busy={busy}
        {...(color === undefined ? {} : { color })}
        onClick={(event) => {
          if (busy) event.preventDefault();
        }}
      >
        {children}
      </Button>
      <p role="alert" className={styles.refusal}>
        {error}
      </p>
    </div>
  );
}
