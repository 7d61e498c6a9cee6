import { runService } from '@switchback/platform/process/run-service';
import { billing } from './service.js';

await runService(billing);
