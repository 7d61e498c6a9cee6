import { AccountEvent, SessionEvent } from '@switchback/proto/auth/v1/events';
import { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { DriveEvent } from '@switchback/proto/drives/v1/events';
import { DrivePhotosEvent } from '@switchback/proto/media/v1/events';
import { DecisionEvent, SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import { HelpfulEvent, RatingEvent } from '@switchback/proto/reviews/v1/events';
import { ContactEvent, PopularityEvent, UserEvent } from '@switchback/proto/users/v1/events';
import { defineTopic, protoCodec } from './event.js';

/** What happened to drives, each event with the drive's whole new state; written by the drives service. */
export const drivesTopic = defineTopic<DriveEvent>({ name: 'drives.drive.v1', codec: protoCodec(DriveEvent) });

/** What happened to accounts: their type, whether they are shut, that they are gone; written by the auth service. */
export const accountsTopic = defineTopic<AccountEvent>({ name: 'auth.account.v1', codec: protoCodec(AccountEvent) });

/** What people's subscriptions give them; written by the billing service. */
export const entitlementsTopic = defineTopic<EntitlementEvent>({
  name: 'billing.entitlement.v1',
  codec: protoCodec(EntitlementEvent),
});

/** Sessions that were ended before their time; written by the auth service. */
export const sessionsTopic = defineTopic<SessionEvent>({ name: 'auth.session.v1', codec: protoCodec(SessionEvent) });

/** What others may know of people, and that they are gone; written by the users service. */
export const usersTopic = defineTopic<UserEvent>({ name: 'users.user.v1', codec: protoCodec(UserEvent) });

/** How many people list a drive; written by the users service. */
export const popularityTopic = defineTopic<PopularityEvent>({
  name: 'users.popularity.v1',
  codec: protoCodec(PopularityEvent),
});

/** What people write to the staff; written by the users service. */
export const contactTopic = defineTopic<ContactEvent>({ name: 'users.contact.v1', codec: protoCodec(ContactEvent) });

/** Drives that wait for staff, and those that do no more; written by the drives service. */
export const driveSubmissionsTopic = defineTopic<SubmissionEvent>({
  name: 'drives.submission.v1',
  codec: protoCodec(SubmissionEvent),
});

/** What staff decided; written by the moderation service. */
export const decisionsTopic = defineTopic<DecisionEvent>({
  name: 'moderation.decision.v1',
  codec: protoCodec(DecisionEvent),
});

/** What the reviews of a drive say together; written by the reviews service. */
export const ratingsTopic = defineTopic<RatingEvent>({ name: 'reviews.rating.v1', codec: protoCodec(RatingEvent) });

/** Reviews that somebody found helpful; written by the reviews service. */
export const helpfulTopic = defineTopic<HelpfulEvent>({ name: 'reviews.helpful.v1', codec: protoCodec(HelpfulEvent) });

/** The photos of drives that everybody may see; written by the media service. */
export const photosTopic = defineTopic<DrivePhotosEvent>({
  name: 'media.photos.v1',
  codec: protoCodec(DrivePhotosEvent),
});

/** Photos that wait for staff, and those that do no more; written by the media service. */
export const photoSubmissionsTopic = defineTopic<SubmissionEvent>({
  name: 'media.submission.v1',
  codec: protoCodec(SubmissionEvent),
});
