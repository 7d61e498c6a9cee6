import { runService } from '@switchback/platform/process/run-service';
import { moderation } from './service.js';

await runService(moderation);
