import { accountGoneCases } from './account-gone.js';
import { busAwayCases } from './bus-away.js';
import { databaseAwayCases } from './database-away.js';
import type { FaultCase } from './fault.js';
import { hiddenDriveCases } from './hidden-drives.js';
import { indexLostCases } from './index-lost.js';
import { killCases } from './kill.js';
import { lateCommitCases } from './late-commit.js';
import { poisonCases } from './poison.js';
import { rollingRestartCases } from './rolling-restart.js';
import { simulatedCases } from './simulated.js';
import { slowDependencyCases } from './slow-dependency.js';
import { unrulyBusCases } from './unruly-bus.js';

/** All fault cases. */
export const CASES: readonly FaultCase[] = [
  ...killCases,
  ...lateCommitCases,
  ...busAwayCases,
  ...unrulyBusCases,
  ...simulatedCases,
  ...indexLostCases,
  ...poisonCases,
  ...databaseAwayCases,
  ...rollingRestartCases,
  ...slowDependencyCases,
  ...accountGoneCases,
  ...hiddenDriveCases,
];
