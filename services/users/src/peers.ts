import type { LazyPeer } from '@switchback/platform/rpc/call';
import type { AuthService } from '@switchback/proto/auth/v1/service';
import type { BillingService } from '@switchback/proto/billing/v1/service';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import type { MediaService } from '@switchback/proto/media/v1/service';

export type AuthPeer = LazyPeer<AuthService, 'getAccount' | 'listSessions' | 'getSignIn'>;
export const AUTH = Symbol('AuthPeer');

export type DrivesPeer = LazyPeer<
  DrivesService,
  | 'getCollectionLink'
  | 'getCollectionShares'
  | 'getDetails'
  | 'getShares'
  | 'getSummaries'
  | 'getCollection'
  | 'listCollections'
  | 'listStates'
  | 'shareCollection'
  | 'shareDrive'
>;
export const DRIVES = Symbol('DrivesPeer');

export type BillingPeer = LazyPeer<BillingService, 'exportCustomer'>;
export const BILLING = Symbol('BillingPeer');

export type MediaPeer = LazyPeer<MediaService, 'listOwnPhotos'>;
export const MEDIA = Symbol('MediaPeer');
