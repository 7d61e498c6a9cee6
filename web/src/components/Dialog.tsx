import { Modal, type ModalProps } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Modal.css';
import { useRef } from 'react';
import { texts } from '../texts/en.js';
import { useFocusReturn } from './use-focus-return.js';

/** Above the header, and above the search bar that covers it in a short window. */
const Z_INDEX = 202;

/** A modal dialog: traps the focus, and returns it; Escape, its button and a click outside close it. */
export function Dialog({ returnFocus = true, onExitTransitionEnd, ...props }: ModalProps) {
  const root = useRef<HTMLDivElement>(null);
  const returnNow = useFocusReturn(root, props.opened && returnFocus);
  return (
    <Modal
      ref={root}
      centered
      zIndex={Z_INDEX}
      closeButtonProps={{ 'aria-label': texts.close, size: 44 }}
      {...props}
      returnFocus={false}
      onExitTransitionEnd={() => {
        // Again: a slow browser may have moved the focus into the dialog while it was closing.
        if (returnFocus) returnNow();
        onExitTransitionEnd?.();
      }}
    />
  );
}
