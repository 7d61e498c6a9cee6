import { runService } from '@switchback/platform/process/run-service';
import { reviews } from './part.js';

await runService(reviews);
