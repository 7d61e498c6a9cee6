// Made by npm run generated from services/*/service.json.
import { AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { BillingServiceDefinition } from '@switchback/proto/billing/v1/service';
import { DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { MediaServiceDefinition } from '@switchback/proto/media/v1/service';
import { ModerationServiceDefinition } from '@switchback/proto/moderation/v1/service';
import { ReviewsServiceDefinition } from '@switchback/proto/reviews/v1/service';
import { RoadsServiceDefinition } from '@switchback/proto/roads/v1/service';
import { SearchServiceDefinition } from '@switchback/proto/search/v1/service';
import { UsersServiceDefinition } from '@switchback/proto/users/v1/service';

/** RPC definitions of the services behind the gateway. */
export const DEFINITIONS = {
  auth: AuthServiceDefinition,
  billing: BillingServiceDefinition,
  drives: DrivesServiceDefinition,
  media: MediaServiceDefinition,
  moderation: ModerationServiceDefinition,
  reviews: ReviewsServiceDefinition,
  roads: RoadsServiceDefinition,
  search: SearchServiceDefinition,
  users: UsersServiceDefinition,
};
