import type { Rpc } from '@switchback/platform/rpc/call';
import type { AuthService } from '@switchback/proto/auth/v1/service';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import type { MediaService } from '@switchback/proto/media/v1/service';
import type { ReviewsService } from '@switchback/proto/reviews/v1/service';
import type { UsersService } from '@switchback/proto/users/v1/service';

/** Other services, resolved on demand, since they may still be starting. */
export interface Peers {
  auth: () => Promise<Pick<Rpc<AuthService>, 'suspendAccount'>>;
  drives: () => Promise<Pick<Rpc<DrivesService>, 'approveDrive' | 'requestChanges' | 'getSummaries' | 'deleteDrive'>>;
  media: () => Promise<Pick<Rpc<MediaService>, 'decidePhoto' | 'deletePhoto' | 'findPhoto'>>;
  reviews: () => Promise<Pick<Rpc<ReviewsService>, 'findReview' | 'deleteReview'>>;
  users: () => Promise<Pick<Rpc<UsersService>, 'getSummaries'>>;
}

export const PEERS = Symbol('Peers');
