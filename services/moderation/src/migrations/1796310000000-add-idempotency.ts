import { AddIdempotency } from '@switchback/platform/db/idempotency';

export class AddIdempotency1796310000000 extends AddIdempotency {}
