import { runService } from '@switchback/platform/process/run-service';
import { drives } from './part.js';

await runService(drives);
