import { AccountEvent, SessionEvent } from '@switchback/proto/auth/v1/events';
import { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { DriveEvent } from '@switchback/proto/drives/v1/events';
import { DrivePhotosEvent } from '@switchback/proto/media/v1/events';
import { DecisionEvent, SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import { HelpfulEvent, RatingEvent } from '@switchback/proto/reviews/v1/events';
import { ContactEvent, PopularityEvent, UserEvent } from '@switchback/proto/users/v1/events';
import { defineTopic, protoCodec } from './event.js';

/** Changes to drives, each event with the drive's whole new state; published by the drives service. */
export const drivesTopic = defineTopic<DriveEvent>({ name: 'drives.drive.v1', codec: protoCodec(DriveEvent) });

/** Changes to accounts: type, disabling by staff, deletion; published by the auth service. */
export const accountsTopic = defineTopic<AccountEvent>({ name: 'auth.account.v1', codec: protoCodec(AccountEvent) });

/** Benefits of people's subscriptions; published by the billing service. */
export const entitlementsTopic = defineTopic<EntitlementEvent>({
  name: 'billing.entitlement.v1',
  codec: protoCodec(EntitlementEvent),
});

/** Sessions that ended before their expiry; published by the auth service. */
export const sessionsTopic = defineTopic<SessionEvent>({ name: 'auth.session.v1', codec: protoCodec(SessionEvent) });

/** Public data of people, and their deletion; published by the users service. */
export const usersTopic = defineTopic<UserEvent>({ name: 'users.user.v1', codec: protoCodec(UserEvent) });

/** Number of people who list a drive; published by the users service. */
export const popularityTopic = defineTopic<PopularityEvent>({
  name: 'users.popularity.v1',
  codec: protoCodec(PopularityEvent),
});

/** Messages to the staff; published by the users service. */
export const contactTopic = defineTopic<ContactEvent>({ name: 'users.contact.v1', codec: protoCodec(ContactEvent) });

/** Drives waiting for review by staff, and those no longer waiting; published by the drives service. */
export const driveSubmissionsTopic = defineTopic<SubmissionEvent>({
  name: 'drives.submission.v1',
  codec: protoCodec(SubmissionEvent),
});

/** Decisions of staff; published by the moderation service. */
export const decisionsTopic = defineTopic<DecisionEvent>({
  name: 'moderation.decision.v1',
  codec: protoCodec(DecisionEvent),
});

/** Aggregated ratings of a drive; published by the reviews service. */
export const ratingsTopic = defineTopic<RatingEvent>({ name: 'reviews.rating.v1', codec: protoCodec(RatingEvent) });

/** Reviews marked as helpful; published by the reviews service. */
export const helpfulTopic = defineTopic<HelpfulEvent>({ name: 'reviews.helpful.v1', codec: protoCodec(HelpfulEvent) });

/** Public photos of drives; published by the media service. */
export const photosTopic = defineTopic<DrivePhotosEvent>({
  name: 'media.photos.v1',
  codec: protoCodec(DrivePhotosEvent),
});

/** Photos waiting for review by staff, and those no longer waiting; published by the media service. */
export const photoSubmissionsTopic = defineTopic<SubmissionEvent>({
  name: 'media.submission.v1',
  codec: protoCodec(SubmissionEvent),
});
