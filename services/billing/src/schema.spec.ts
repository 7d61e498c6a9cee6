// Aim: the entities describe the schema that the migrations make, and reverting these leaves nothing behind.
import { schemaConformance } from '@switchback/testing/schema-conformance';
import { connectBilling, billingSchema } from './schema.js';

schemaConformance('billing', billingSchema, connectBilling);
