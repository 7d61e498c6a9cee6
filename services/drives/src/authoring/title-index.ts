import { type AuthoringFault, titleFault } from '@switchback/contracts/rules/authoring';
import { ERRORS } from '@switchback/contracts/errors';
import type { SqlConnection } from '@switchback/platform/db/sql';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { oneLine } from '@switchback/tracks/features/plain-text';
import { titleKey } from '../drive/title-key.js';
import { findTitleHolder } from './title-index.sql.js';

/** Checks titles against public drives: published, waiting for review, or sent back. Never reveals a private one. */
export class TitleIndex {
  constructor(private readonly connection: SqlConnection) {}

  static faultsOf(title: string): Record<string, AuthoringFault> | null {
    const fault = titleFault(oneLine(title));
    return fault && { title: fault };
  }

  /** @throws ProductError `titleTaken`, which names the other drive if the caller may see it. */
  async refuseTaken(title: string, driveId: string, caller: Caller): Promise<void> {
    const holder = await findTitleHolder(this.connection, titleKey(title), driveId, caller);
    if (!holder) return;
    throw refuseTaken(holder.seen ? holder.title : title, holder.seen ? holder.id : null);
  }
}

/** @param id of the drive that has the title, if the caller may see it. */
export function refuseTaken(title: string, id: string | null): ProductError {
  const { code, type, title: heading, message } = ERRORS.titleTaken;
  return new ProductError('titleTaken', {
    fields: { title: { title: heading, message, code, type } },
    additional: { isTaken: { ...(id !== null && { id }), title } },
  });
}
