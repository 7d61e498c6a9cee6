import { useLocation } from 'react-router';
import type { ErrorText } from '../../api/error.js';

/** The item of the moderation queue whose drive the editor shows, stored in the history entry. */
export interface QueuePlace {
  itemId: string;
  /** Null if it is the last item. */
  nextId: string | null;
}

/** State of the history entry of the editor and, after the decision, of the queue. */
export interface QueueState {
  queue: QueuePlace;
  /** The confirmation of the decision. */
  decided?: ErrorText;
}

/** Returns the state that the page was opened with; null if the page was not opened from the queue. */
export function useQueueState(): QueueState | null {
  const state = useLocation().state as Partial<QueueState> | null;
  return state?.queue === undefined ? null : { ...state, queue: state.queue };
}
