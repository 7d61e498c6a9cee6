import type { LazyPeer } from '@switchback/platform/rpc/call';
import type { BillingService } from '@switchback/proto/billing/v1/service';

export type BillingPeer = LazyPeer<BillingService, 'endCustomer'>;
export const BILLING = Symbol('BillingPeer');
