import type { LazyPeer } from '@switchback/platform/rpc/call';
import type { AuthService } from '@switchback/proto/auth/v1/service';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import type { MediaService } from '@switchback/proto/media/v1/service';
import type { ReviewsService } from '@switchback/proto/reviews/v1/service';
import type { UsersService } from '@switchback/proto/users/v1/service';

export interface Peers {
  auth: LazyPeer<AuthService, 'suspendAccount'>;
  drives: LazyPeer<
    DrivesService,
    | 'approveDrive'
    | 'requestChanges'
    | 'approveCollection'
    | 'requestCollectionChanges'
    | 'getSummaries'
    | 'deleteDrive'
    | 'getCollection'
    | 'deleteCollection'
  >;
  media: LazyPeer<MediaService, 'decidePhoto' | 'deletePhoto' | 'findPhoto'>;
  reviews: LazyPeer<ReviewsService, 'findReview' | 'deleteReview'>;
  users: LazyPeer<UsersService, 'getSummaries'>;
}

export const PEERS = Symbol('Peers');
