import type { Rpc } from '@switchback/platform/rpc/call';
import type { BillingService } from '@switchback/proto/billing/v1/service';

/** The billing service, asked for when it is needed: it may still be starting. */
export type BillingPeer = () => Promise<Pick<Rpc<BillingService>, 'endCustomer'>>;
export const BILLING = Symbol('BillingPeer');
