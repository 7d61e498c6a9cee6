import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Form.module.css';

interface Props {
  busy: boolean;
  /** What went wrong when it was pressed last. */
  error?: string | undefined;
  /** The error stands on the button in place of its text, instead of below it. */
  errorOnButton?: boolean;
  /** True while there is nothing to send. */
  disabled?: boolean;
  color?: string;
  children: ReactNode;
}

/** Sends a form. It keeps the focus while it is busy, and does nothing then. */
export function SubmitButton({ busy, error, errorOnButton = false, disabled = false, color, children }: Props) {
  return (
    <div className={styles.submit}>
      <Button
        type="submit"
        fullWidth
        className={styles.button}
        classNames={{ label: styles.label }}
        disabled={disabled}
        aria-disabled={busy || disabled}
        data-busy={busy}
        {...(color === undefined ? {} : { color })}
        onClick={(event) => {
          if (busy) event.preventDefault();
        }}
      >
        {(errorOnButton && error) || children}
      </Button>
      <p role="alert" className={errorOnButton ? 'visually-hidden' : styles.refusal}>
        {error}
      </p>
    </div>
  );
}
