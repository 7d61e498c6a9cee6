import type { ExportFormat } from '@switchback/contracts/endpoints/drives';
import { useState } from 'react';

/** Makes or loads a file and hands it to the person; returns whether that succeeded. */
export type Deliver = () => Promise<boolean>;

/** Files of a course that the page offers. */
export type CourseFiles = Partial<Record<ExportFormat, Deliver>>;

/** Hands files to the person, one at a time. */
export function useDelivery() {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const start = async (deliver: Deliver) => {
    setState('busy');
    setState((await deliver()) ? 'idle' : 'failed');
  };
  return { isBusy: state === 'busy', hasFailed: state === 'failed', start };
}
