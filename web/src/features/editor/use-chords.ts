import { useState } from 'react';

export interface Chords {
  isOpen: boolean;
  /** Submits, once the person has been asked about straight lines. */
  ask: () => Promise<void>;
  onSubmit: () => void;
  onKeep: () => void;
  /** Asks again for the next drive. */
  reset: () => void;
}

/** Asks once per drive, before it is submitted, whether its straight lines are meant. */
export function useChords(hasChords: boolean, submit: () => Promise<void>): Chords {
  const [isOpen, setOpen] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  return {
    isOpen,
    ask: async () => {
      if (!hasChords || isAnswered) return submit();
      setAnswered(true);
      setOpen(true);
    },
    onKeep: () => setOpen(false),
    onSubmit: () => {
      setOpen(false);
      void submit();
    },
    reset: () => setAnswered(false),
  };
}
