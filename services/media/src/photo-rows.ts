import { Injectable } from '@nestjs/common';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Location } from '@switchback/proto/drives/v1/drive';
import type { Credit, OwnPhoto, Photo } from '@switchback/proto/media/v1/service';
import { DataSource, type EntityManager } from 'typeorm';
import type { SeenDrive } from './drive-access.js';
import { Links } from './links.js';
import { fileOf } from './photo-files.js';
import { isPending, isShown, MAY_SEE, maySeePhoto, seenBy } from './photo.policy.js';

/** A row of `photo`. */
export interface PhotoRow {
  id: string;
  driveId: string;
  addedBy: string | null;
  addedAt: Date;
  approved: boolean;
  hidden: boolean;
  position: number;
  version: number;
  credit: Credit;
  description: string;
  color: string;
  width: number;
  height: number;
  /** Both or neither: the photo's location, if it is shown. */
  lat: number | null;
  lng: number | null;
}

const COLUMNS = `id, drive_id as "driveId", added_by as "addedBy", added_at as "addedAt", approved, hidden, position, version,
  credit, description, color, width, height, lat, lng`;

const OWN_PAGE = 500;

/** Reads photos. */
@Injectable()
export class PhotoRows {
  constructor(
    private readonly source: DataSource,
    private readonly links: Links,
  ) {}

  /** Returns all photos of a drive in their order, at most a hundred. */
  ofDrive(driveId: string, manager: EntityManager = this.source.manager): Promise<PhotoRow[]> {
    return manager.query<PhotoRow[]>(`select ${COLUMNS} from photo where drive_id = $1 order by position, id`, [
      driveId,
    ]);
  }

  async one(id: string, manager: EntityManager = this.source.manager): Promise<PhotoRow | undefined> {
    const [row] = await manager.query<PhotoRow[]>(`select ${COLUMNS} from photo where id = $1`, [id]);
    return row;
  }

  /**
   * Returns a photo of a drive if the caller sees both; otherwise undefined, with the same work whether or not they
   * exist.
   */
  async visible(drive: SeenDrive | null, id: string, caller: Caller | null): Promise<PhotoRow | undefined> {
    const [row] = await this.source.query<PhotoRow[]>(
      `select ${COLUMNS} from photo where id = $1 and drive_id = $2 and ${MAY_SEE}`,
      [id, drive?.id ?? '', ...seenBy(drive, caller)],
    );
    return row;
  }

  /**
   * Returns a page of the photos that a person added or likes, by id; of other people's photos it reveals only which
   * they are.
   */
  async ofPerson(userId: string, after: string): Promise<OwnPhoto[]> {
    const rows = await this.source.query<(PhotoRow & { liked: boolean })[]>(
      `with liked as (select photo_id from photo_like where user_id = $1)
       select ${COLUMNS}, id in (select photo_id from liked) as liked from photo
        where (added_by = $1 or id in (select photo_id from liked)) and id > $2 order by id limit ${OWN_PAGE}`,
      [userId, after],
    );
    return rows.map(({ id, driveId, liked, addedBy, addedAt, credit, description, lat, lng }) =>
      addedBy === userId
        ? {
            ...{ id, driveId, liked, added: true, credit, description },
            ...{ addedDate: addedAt.toISOString(), key: fileOf(id, 'original'), location: placeOf({ lat, lng }) },
          }
        : {
            id,
            driveId,
            liked,
            added: false,
            credit: undefined,
            description: '',
            addedDate: '',
            key: '',
            location: undefined,
          },
    );
  }

  /** Returns the photos of a drive that the caller may see, the primary one first. */
  async present(drive: SeenDrive, caller: Caller | null): Promise<Photo[]> {
    const rows = (await this.ofDrive(drive.id)).map((row) => ({ ...row, pending: isPending(drive, row) }));
    const primary = rows.find(isShown)?.id;
    const seen = rows.filter((row) => maySeePhoto(row, caller));
    const ordered = [...seen.filter(({ id }) => id === primary), ...seen.filter(({ id }) => id !== primary)];
    const likes = await this.likesOf(ordered.map(({ id }) => id));
    return Promise.all(
      ordered.map(async (row) => {
        const viewer = drive.isPublished && isShown(row) ? null : caller;
        const { id, description, color, width, height, credit, pending } = row;
        return {
          ...{ id, description, color, width, height, credit, pending, primary: id === primary },
          location: placeOf(row),
          ...(await this.links.addressesOf(drive.id, id, viewer)),
          ...{ likes: likes.get(id) ?? [], addedBy: row.addedBy ?? '', addedDate: row.addedAt.toISOString() },
        };
      }),
    );
  }

  private async likesOf(ids: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.source.query<{ id: string; users: string[] }[]>(
      `select photo_id as id, array_agg(user_id order by position) as users
         from photo_like where photo_id = any ($1) group by photo_id`,
      [ids],
    );
    return new Map(rows.map(({ id, users }) => [id, users]));
  }
}

function placeOf({ lat, lng }: Pick<PhotoRow, 'lat' | 'lng'>): Location | undefined {
  return lat === null || lng === null ? undefined : { lat, lng };
}
