import { Modal, type ModalProps } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Modal.css';
import { texts } from '../texts/en.js';

/** A modal dialog: traps the focus; Escape, its button and a click outside close it. */
export function Dialog(props: ModalProps) {
  return <Modal centered closeButtonProps={{ 'aria-label': texts.close, size: 44 }} {...props} />;
}
