import { runProcess } from '@switchback/platform/process/run';
import { product } from './product.js';

await runProcess(product);
