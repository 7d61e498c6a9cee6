import { Inject, Injectable } from '@nestjs/common';
import type { ReportSubject } from '@switchback/contracts/rules/moderation';
import { ProductError } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import { PEERS, type Peers } from './peers.js';

/** A reported subject, as it was at the time. */
export interface Reported {
  title: string;
  /** Text of the subject, if it has any. */
  quote: string;
  /** Empty if the author is unknown. */
  authorId: string;
  /** ID of the drive that the subject is, or belongs to; empty for none. */
  driveId: string;
}

interface Handling {
  /** Finds the subject as the caller sees it. @throws ProductError if the caller cannot see it. */
  find: (id: string, call: Call) => Promise<Reported>;
  /** Removes the subject in the caller's name; it is no error if it is already gone. Null if it cannot be removed. */
  remove: ((id: string, driveId: string, call: Call) => Promise<void>) | null;
}

/** Subjects that people can report, which other services own. */
@Injectable()
export class Subjects {
  readonly #handlings: Record<ReportSubject, Handling>;

  constructor(@Inject(PEERS) peers: Peers) {
    this.#handlings = {
      drive: drivesOf(peers),
      review: reviewsOf(peers),
      photo: photosOf(peers),
      collection: collectionsOf(peers),
      user: usersOf(peers),
    };
  }

  find(type: ReportSubject, id: string, call: Call): Promise<Reported> {
    return this.#handlings[type].find(id, call);
  }

  canRemove(type: string): boolean {
    return this.#of(type)?.remove != null;
  }

  async remove(type: string, id: string, driveId: string, call: Call): Promise<void> {
    try {
      await this.#of(type)?.remove?.(id, driveId, call);
    } catch (error) {
      if (!(error instanceof ProductError && GONE.has(error.error))) throw error;
    }
  }

  #of(type: string): Handling | undefined {
    return (this.#handlings as Readonly<Record<string, Handling>>)[type];
  }
}

const GONE: ReadonlySet<string> = new Set(['driveNotFound', 'reviewNotFound', 'photoNotFound', 'collectionNotFound']);

function drivesOf({ drives }: Peers): Handling {
  return {
    find: async (id, call) => {
      const [drive] = (await (await drives()).getSummaries({ ids: [id] }, call)).drives;
      if (!drive) throw new ProductError('driveNotFound');
      return { title: drive.title, quote: drive.description, authorId: drive.creator?.id ?? '', driveId: id };
    },
    remove: async (id, _driveId, call) => void (await (await drives()).deleteDrive({ id }, call)),
  };
}

function reviewsOf({ reviews }: Peers): Handling {
  return {
    find: async (id, call) => {
      const { review } = await (await reviews()).findReview({ id }, call);
      if (!review) throw new ProductError('reviewNotFound');
      const { highlight, description, userId: authorId, driveId } = review;
      const quote = [highlight, description].filter((words) => words !== '').join('\n');
      return { title: highlight, quote, authorId, driveId };
    },
    remove: async (id, driveId, call) => void (await (await reviews()).deleteReview({ driveId, id }, call)),
  };
}

function photosOf({ media }: Peers): Handling {
  return {
    find: async (id, call) => {
      const { driveId, driveTitle, addedBy, description } = await (await media()).findPhoto({ id }, call);
      return { title: driveTitle, quote: description, authorId: addedBy, driveId };
    },
    remove: async (id, driveId, call) => void (await (await media()).deletePhoto({ driveId, id }, call)),
  };
}

function collectionsOf({ drives }: Peers): Handling {
  return {
    find: async (id, call) => {
      const { collection } = await (await drives()).getCollection({ id }, call);
      if (!collection) throw new ProductError('collectionNotFound');
      const { name, description, owner } = collection;
      return { title: name, quote: description, authorId: owner?.id ?? '', driveId: '' };
    },
    remove: async (id, _driveId, call) => void (await (await drives()).deleteCollection({ id }, call)),
  };
}

/** People are suspended, not removed. */
function usersOf({ users }: Peers): Handling {
  return {
    find: async (id, call) => {
      const [user] = (await (await users()).getSummaries({ userIds: [id] }, call)).summaries;
      if (!user) throw new ProductError('userNotFound');
      return { title: user.username, quote: '', authorId: id, driveId: '' };
    },
    remove: null,
  };
}
