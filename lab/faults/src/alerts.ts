import type { FaultName } from './fault.js';

/**
 * The alerts of `deploy/observability/rules.yaml` that fire while a fault lasts, and no more: none if the product heals
 * before an operator must act.
 */
export const ALERTS_OF_FAULTS: Readonly<Record<FaultName, readonly string[]>> = {
  /** Fires if dead processes are not restarted, or are restarted all the time. */
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
