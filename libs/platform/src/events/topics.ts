import { AccountEvent, SessionEvent } from '@switchback/proto/auth/v1/events';
import { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { DriveActivity, DriveEvent } from '@switchback/proto/drives/v1/events';
import { DrivePhotosEvent } from '@switchback/proto/media/v1/events';
import { DecisionEvent, SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import { HelpfulEvent, RatingEvent } from '@switchback/proto/reviews/v1/events';
import { ContactEvent, PopularityEvent, UserEvent } from '@switchback/proto/users/v1/events';
import type { ServiceName } from '../services.js';
import { defineTopic, protoCodec, type ProtoMessage, type Topic } from './event.js';

/** Changes to drives, each event with the drive's whole new state; published by the drives service. */
export const drivesTopic = published('drives.drive.v1', DriveEvent);

/** Popularity, ratings and photos of drives; published by the drives service. */
export const driveActivityTopic = published('drives.activity.v1', DriveActivity);

/** Changes to accounts: type, disabling by staff, deletion; published by the auth service. */
export const accountsTopic = published('auth.account.v1', AccountEvent);

/** Benefits of people's subscriptions; published by the billing service. */
export const entitlementsTopic = published('billing.entitlement.v1', EntitlementEvent);

/** Sessions that ended before their expiry; published by the auth service. */
export const sessionsTopic = published('auth.session.v1', SessionEvent);

/** Public data of people, and their deletion; published by the users service. */
export const usersTopic = published('users.user.v1', UserEvent);

/** Number of people who list a drive; published by the users service. */
export const popularityTopic = published('users.popularity.v1', PopularityEvent);

/** Messages to the staff; published by the users service. */
export const contactTopic = published('users.contact.v1', ContactEvent);

/** Drives waiting for review by staff, and those no longer waiting; published by the drives service. */
export const driveSubmissionsTopic = published('drives.submission.v1', SubmissionEvent);

/** Collections waiting for review by staff, and those no longer waiting; published by the drives service. */
export const collectionSubmissionsTopic = published('drives.collection-submission.v1', SubmissionEvent);

/** Decisions of staff; published by the moderation service. */
export const decisionsTopic = published('moderation.decision.v1', DecisionEvent);

/** Aggregated ratings of a drive; published by the reviews service. */
export const ratingsTopic = published('reviews.rating.v1', RatingEvent);

/** Reviews marked as helpful; published by the reviews service. */
export const helpfulTopic = published('reviews.helpful.v1', HelpfulEvent);

/** Public photos of drives; published by the media service. */
export const photosTopic = published('media.photos.v1', DrivePhotosEvent);

/** Photos waiting for review by staff, and those no longer waiting; published by the media service. */
export const photoSubmissionsTopic = published('media.submission.v1', SubmissionEvent);

/** @param name begins with the name of the service that publishes the topic. */
function published<T>(name: `${ServiceName}.${string}.v${number}`, message: ProtoMessage<T>): Topic<T> {
  return defineTopic<T>({ name, codec: protoCodec(message) });
}
