import { runService } from '@switchback/platform/process/run-service';
import { moderation } from './part.js';

await runService(moderation);
