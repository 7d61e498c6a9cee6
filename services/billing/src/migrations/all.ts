// Made by npm run generated from services/billing/src/migrations/.
import { CreateBilling1795800000000 } from './1795800000000-create-billing.js';
import { CreateSandbox1795803600000 } from './1795803600000-create-sandbox.js';
import { AddFences1796090400000 } from './1796090400000-add-fences.js';
import { CreateDeals1796688000000 } from './1796688000000-create-deals.js';
import { AddEventLists1796774400000 } from './1796774400000-add-event-lists.js';

/** In order of execution. */
export const MIGRATIONS = [
  CreateBilling1795800000000,
  CreateSandbox1795803600000,
  AddFences1796090400000,
  CreateDeals1796688000000,
  AddEventLists1796774400000,
];
