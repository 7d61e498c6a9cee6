// Aim: the entities describe the schema that the migrations make, and reverting these leaves nothing behind.
import { schemaConformance } from '@switchback/testing/schema-conformance';
import { connectModeration, moderationSchema } from './schema.js';

schemaConformance('moderation', moderationSchema, connectModeration);
