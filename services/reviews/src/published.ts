import { Inject, Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Call, LazyPeer } from '@switchback/platform/rpc/call';
import type { DrivesService } from '@switchback/proto/drives/v1/service';

export type DrivesPeer = LazyPeer<DrivesService, 'getSummaries'>;
export const DRIVES = Symbol('DrivesPeer');

/** Looks up drives. Only public drives have reviews, and the drives service knows which ones are public. */
@Injectable()
export class Published {
  constructor(@Inject(DRIVES) private readonly drives: DrivesPeer) {}

  /**
   * Returns the drive's title. Calls without a caller, whose further rights do not matter.
   * @throws ProductError `driveNotFound`
   */
  async require(driveId: string, call: Call): Promise<string> {
    const peer = await this.drives();
    const { drives } = await peer.getSummaries({ ids: [driveId] }, { ...call, caller: null });
    if (!drives[0]) throw new ProductError('driveNotFound');
    return drives[0].title;
  }

  /** Returns those of at most 100 drives that exist, regardless of who may see them. */
  async existing(ids: readonly string[], call: Call): Promise<Set<string>> {
    const peer = await this.drives();
    const caller = { userId: '', accountType: 'admin' } as const;
    const { drives } = await peer.getSummaries({ ids: [...ids] }, { ...call, caller });
    return new Set(drives.map(({ id }) => id));
  }
}
