import { runService } from '@switchback/platform/process/run-service';
import { media } from './part.js';

await runService(media);
