import { runService } from '@switchback/platform/process/run-service';
import { auth } from './part.js';

await runService(auth);
