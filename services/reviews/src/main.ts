import { runService } from '@switchback/platform/process/run-service';
import { reviews } from './service.js';

await runService(reviews);
