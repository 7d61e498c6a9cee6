import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Form.module.css';

interface Props {
  busy: boolean;
  /** Error of the last submission. */
  error?: string | undefined;
  /** Shows the error in place of the button's text instead of below it. */
  errorOnButton?: boolean;
  /** True while there is nothing to send. */
  disabled?: boolean;
  color?: string;
  children: ReactNode;
}

/** Submits a form. Keeps the focus while busy, and ignores clicks then. */
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
