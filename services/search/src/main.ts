import { runService } from '@switchback/platform/process/run-service';
import { search } from './part.js';

await runService(search);
