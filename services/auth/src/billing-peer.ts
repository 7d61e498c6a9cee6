import type { Rpc } from '@switchback/platform/rpc/call';
import type { BillingService } from '@switchback/proto/billing/v1/service';

/** Client of the billing service, resolved on use because the service may still be starting. */
export type BillingPeer = () => Promise<Pick<Rpc<BillingService>, 'endCustomer'>>;
export const BILLING = Symbol('BillingPeer');
