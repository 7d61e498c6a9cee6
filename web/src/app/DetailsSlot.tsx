import type { DetailsPanelProps } from '../components/details-slot.js';
import { lazyComponent } from '../components/lazy-component.js';
import { ErrorBoundary } from './ErrorBoundary.js';

const LazyDetails = lazyComponent(() => import('../features/details/DetailsPanel.js'));

/** The details of a drive, for the pages that open drives; a failure leaves the rest of the page intact. */
export function DetailsSlot(props: DetailsPanelProps) {
  return (
    <ErrorBoundary key={props.driveId}>
      <LazyDetails {...props} />
    </ErrorBoundary>
  );
}
