import { Inject, Injectable } from '@nestjs/common';
import type { Bounds } from '@switchback/geo/location';
import { PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import { ProductError } from '@switchback/platform/errors';
import type { Call, LazyPeer } from '@switchback/platform/rpc/call';
import { word } from '@switchback/platform/wire/values';
import type { DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import type { PhotoDrive } from './photo.policy.js';

export type DrivesPeer = LazyPeer<DrivesService, 'getDetails' | 'getSummaries'>;
export const DRIVES = Symbol('DrivesPeer');

export interface SeenDrive extends PhotoDrive {
  id: string;
  title: string;
  /** Null if the drive has no line yet. */
  bounds: Bounds | null;
  /** Whether everyone may see it. */
  isPublished: boolean;
}

/** Checks access to drives. Calls the drives service each time, so that a revoked right ends at once. */
@Injectable()
export class DriveAccess {
  constructor(@Inject(DRIVES) private readonly drives: DrivesPeer) {}

  /**
   * Returns a drive. If the caller may not see it, requests its details, which the drives service refuses with the
   * reason.
   * @throws ProductError `driveNotFound`, also if the caller may not know of the drive; `upgradeNeeded`
   */
  async require(driveId: string, call: Call): Promise<SeenDrive> {
    const seen = await this.find(driveId, call);
    if (seen) return seen;
    const peer = await this.drives();
    const summary = (await peer.getDetails({ id: driveId }, call)).drive?.summary;
    if (!summary) throw new ProductError('driveNotFound');
    return factsOf(summary);
  }

  /** Returns null if the caller may not see the drive. */
  async find(driveId: string, call: Call): Promise<SeenDrive | null> {
    const peer = await this.drives();
    const [summary] = (await peer.getSummaries({ ids: [driveId] }, call)).drives;
    return summary ? factsOf(summary) : null;
  }

  /** Returns those of at most 100 drives that exist, regardless of who may see them. */
  async existing(ids: readonly string[], call: Call): Promise<Set<string>> {
    const peer = await this.drives();
    const caller = { userId: '', accountType: 'admin' } as const;
    const { drives } = await peer.getSummaries({ ids: [...ids] }, { ...call, caller });
    return new Set(drives.map(({ id }) => id));
  }
}

export function factsOf({ id, title, privacy, status, creator, bounds }: DriveSummary): SeenDrive {
  const isPrivate = word(PRIVACIES, privacy) === 'private';
  const isPublished = !isPrivate && word(PUBLICATION_STATUSES, status) === 'approved';
  return { id, title, bounds: bounds ?? null, isPrivate, isPublished, ownerId: creator?.id ?? null };
}
