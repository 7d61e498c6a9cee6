import { Component, type ReactNode } from 'react';
import { texts } from '../texts/en.js';
import styles from '../components/FrameButton.module.css';
import { Message } from '../components/Message.js';

interface Props {
  children: ReactNode;
  /** Shown instead of the part that failed; defaults to the whole-page message. */
  fallback?: ReactNode;
}

/** Isolates an error in one part of the page from the rest. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { title, message, reload } = texts.errors.crash;
    return (
      this.props.fallback ?? (
        <Message title={title} text={message}>
          <button type="button" className={styles.button} onClick={() => globalThis.location.reload()}>
            {reload}
          </button>
        </Message>
      )
    );
  }
}
