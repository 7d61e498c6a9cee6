import type { FaultName } from './fault.js';

/** The alerts of `deploy/`, by name. */
export type AlertName =
  | 'SearchErrorsBurn'
  | 'SearchLatencyBurn'
  | 'WriteToVisibleBurn'
  | 'OutboxOldest'
  | 'ConsumerLag'
  | 'DeadLetters'
  | 'TargetDown'
  | 'EventLoopDelay';

/** Which alerts must fire when a fault lasts, and no other: none where the product heals before anybody has to know. */
export const ALERTS_OF_FAULTS: Readonly<Record<FaultName, readonly AlertName[]>> = {
  /** A process that is not started again. */
  F1: ['TargetDown'],
  F2: [],
  F3: ['OutboxOldest', 'WriteToVisibleBurn'],
  F4: [],
  F5: ['SearchErrorsBurn', 'ConsumerLag', 'WriteToVisibleBurn'],
  F6: ['DeadLetters'],
  F7: ['SearchErrorsBurn'],
  F14: [],
  F15: ['SearchErrorsBurn', 'SearchLatencyBurn'],
};
