import { connectAuth } from '@switchback/auth/schema';
import { auth } from '@switchback/auth/part';
import { billing } from '@switchback/billing/part';
import { connectBilling } from '@switchback/billing/schema';
import { connectDrives } from '@switchback/drives/schema';
import { drives } from '@switchback/drives/part';
import type { DatabaseSettings } from '@switchback/platform/db/database';
import type { Service } from '@switchback/platform/process/service';
import type { ServiceName } from '@switchback/platform/services';
import { media } from '@switchback/media/part';
import { connectMedia } from '@switchback/media/schema';
import { moderation } from '@switchback/moderation/part';
import { connectModeration } from '@switchback/moderation/schema';
import { reviews } from '@switchback/reviews/part';
import { connectReviews } from '@switchback/reviews/schema';
import { connectSearch } from '@switchback/search/open-index';
import { search } from '@switchback/search/part';
import { connectUsers } from '@switchback/users/schema';
import { users } from '@switchback/users/part';
import type { DataSource } from 'typeorm';

/** All services of the product. */
export const services = { auth, billing, drives, media, moderation, reviews, search, users } satisfies Record<
  ServiceName,
  Service
>;

/** Connects to a service's schema and migrates it, unless the settings disable that. */
export type ConnectSchema = (database: DatabaseSettings) => Promise<DataSource>;

export const schemas = {
  auth: connectAuth,
  billing: connectBilling,
  drives: connectDrives,
  media: connectMedia,
  moderation: connectModeration,
  reviews: connectReviews,
  search: connectSearch,
  users: connectUsers,
} satisfies Record<ServiceName, ConnectSchema>;
