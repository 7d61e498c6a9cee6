// Made by npm run generated from services/*/service.json.
import { auth } from '@switchback/auth/part';
import { billing } from '@switchback/billing/part';
import { drives } from '@switchback/drives/part';
import { media } from '@switchback/media/part';
import { moderation } from '@switchback/moderation/part';
import { reviews } from '@switchback/reviews/part';
import { search } from '@switchback/search/part';
import { users } from '@switchback/users/part';

/** All services of the product. */
export const services = { auth, billing, drives, media, moderation, reviews, search, users };
