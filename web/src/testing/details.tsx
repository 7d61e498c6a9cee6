import type { DetailsPanelProps } from '../components/details-slot.js';

/** A details panel with the actions of its frame alone, for specs of the pages that open drives. */
export function FakeDetails({ driveId, onPrevious, onNext, onClose }: DetailsPanelProps) {
  return (
    <>
      <p>Details of {driveId}</p>
      {onPrevious && <button onClick={onPrevious}>Previous drive</button>}
      {onNext && <button onClick={onNext}>Next drive</button>}
      <button onClick={onClose}>Close</button>
    </>
  );
}
