import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';

/** State of a menu or panel that a button opens; Escape, leaving it and navigating close it. */
export function useDisclosure() {
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  // The page on which it was opened; another page closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === pathname;
  const close = () => setOpenOn(null);
  return {
    open,
    close,
    button: { ref: button, 'aria-expanded': open, onClick: () => setOpenOn(open ? null : pathname) },
    around: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
        button.current?.focus();
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      },
    },
  };
}
