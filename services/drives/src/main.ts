import { runService } from '@switchback/platform/process/run-service';
import { drives } from './service.js';

await runService(drives);
