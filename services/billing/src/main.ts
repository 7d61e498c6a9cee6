import { runService } from '@switchback/platform/process/run-service';
import { billing } from './part.js';

await runService(billing);
