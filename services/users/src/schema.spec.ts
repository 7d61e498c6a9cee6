// Aim: the entities describe the schema that the migrations make, and reverting these leaves nothing behind.
import { schemaConformance } from '@switchback/testing/schema-conformance';
import { connectUsers, usersSchema } from './schema.js';

schemaConformance('users', usersSchema, connectUsers);
