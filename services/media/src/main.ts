import { runService } from '@switchback/platform/process/run-service';
import { media } from './service.js';

await runService(media);
