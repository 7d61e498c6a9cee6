import type { Rpc } from '@switchback/platform/rpc/call';
import type { AuthService } from '@switchback/proto/auth/v1/service';
import type { BillingService } from '@switchback/proto/billing/v1/service';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import type { MediaService } from '@switchback/proto/media/v1/service';

/** Client of another service, resolved on use because the service may still be starting. */
export type AuthPeer = () => Promise<Pick<Rpc<AuthService>, 'getAccount' | 'listSessions' | 'getSignIn'>>;
export const AUTH = Symbol('AuthPeer');

export type DrivesPeer = () => Promise<
  Pick<Rpc<DrivesService>, 'getDetails' | 'getShares' | 'getSummaries' | 'listStates' | 'shareDrive'>
>;
export const DRIVES = Symbol('DrivesPeer');

export type BillingPeer = () => Promise<Pick<Rpc<BillingService>, 'exportCustomer'>>;
export const BILLING = Symbol('BillingPeer');

export type MediaPeer = () => Promise<Pick<Rpc<MediaService>, 'listOwnPhotos'>>;
export const MEDIA = Symbol('MediaPeer');
