// Aim: the entities describe the schema that the migrations make, and reverting these leaves nothing behind.
import { schemaConformance } from '@switchback/testing/schema-conformance';
import { connectAuth, authSchema } from './schema.js';

schemaConformance('auth', authSchema, connectAuth);
