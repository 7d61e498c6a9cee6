import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { CreateDriveRequest, SavedDrive, UpdateDriveRequest } from '@switchback/proto/drives/v1/service';

type Answer = Promise<SavedDrive>;

/** Drives made by people. */
@Injectable()
export class Authoring {
  create(_request: CreateDriveRequest, _caller: Caller | null): Answer {
    throw new ProductError('unavailable');
  }

  update(_request: UpdateDriveRequest, _caller: Caller | null): Answer {
    throw new ProductError('unavailable');
  }

  delete(_id: string, _caller: Caller | null): Promise<void> {
    throw new ProductError('unavailable');
  }

  checkTitle(_title: string, _driveId: string, _caller: Caller | null): Promise<void> {
    throw new ProductError('unavailable');
  }

  approve(_id: string, _rev: number | undefined, _caller: Caller | null): Answer {
    throw new ProductError('unavailable');
  }

  requestChanges(
    _id: string,
    _changeRequest: Record<string, string>,
    _rev: number | undefined,
    _caller: Caller | null,
  ): Answer {
    throw new ProductError('unavailable');
  }
}
