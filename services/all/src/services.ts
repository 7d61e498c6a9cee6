// Made by npm run generated from services/*/service.json.
import { auth } from '@switchback/auth/service';
import { billing } from '@switchback/billing/service';
import { drives } from '@switchback/drives/service';
import { media } from '@switchback/media/service';
import { moderation } from '@switchback/moderation/service';
import { reviews } from '@switchback/reviews/service';
import { roads } from '@switchback/roads/service';
import { search } from '@switchback/search/service';
import { users } from '@switchback/users/service';

/** All services of the product. */
export const services = { auth, billing, drives, media, moderation, reviews, roads, search, users };
