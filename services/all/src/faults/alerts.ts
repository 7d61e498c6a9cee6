import type { FaultName } from './fault.js';

/**
 * Which alerts of `deploy/observability/rules.yaml` fire when a fault lasts, and no other: none where the product heals
 * before anybody has to know.
 */
export const ALERTS_OF_FAULTS: Readonly<Record<FaultName, readonly string[]>> = {
  /** Nobody starts what died again, or somebody does it all the time. */
  F1: ['ProcessDown', 'ProcessRestarting', 'ConsumerBehind', 'JobsWaiting'],
  F2: [],
  F3: ['OutboxStuck', 'ChangeVisibilityBudgetBurn'],
  F4: [],
  F5: ['SearchErrorBudgetBurn', 'ConsumerBehind'],
  F6: ['DeadLettersWaiting', 'JobsFailed'],
  F7: ['SearchErrorBudgetBurn', 'DatabasePoolExhausted'],
  F14: [],
  F15: ['BreakerOpen', 'SearchErrorBudgetBurn', 'SearchLatencyBudgetBurn'],
  F18: [],
  S2: [],
};
