import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type CorrectionField, isChangeRequestKey } from '@switchback/contracts/rules/authoring';
import type { Clock } from '@switchback/platform/clock';
import { answerOnce, storedAnswer } from '@switchback/platform/db/idempotency';
import { requireRevision } from '@switchback/platform/db/revision';
import { isUniqueViolation } from '@switchback/platform/db/unique-violation';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS, PLACES } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { Directions } from '@switchback/proto/drives/v1/drive';
import type {
  CreateDriveRequest,
  DriveForm,
  Idempotency,
  SavedDrive,
  UpdateDriveRequest,
} from '@switchback/proto/drives/v1/service';
import { type EntityManager, Repository } from 'typeorm';
import { Drive, DriveRoute, SecretLink } from '../drive/drive.entity.js';
import type { DetailedDrive } from '../drive/drive.mapper.js';
import { DriveEvents } from '../events/drive-events.js';
import { LineFacts } from '../roads/line-facts.js';
import { Routes } from '../roads/routes.js';
import { BLANK } from '../content/drive-content.js';
import { findVisible, lockVisible, signedIn } from '../drive/visible-drive.js';
import { type AuthoredContent, contentOfForm } from './authored-content.js';
import { correctionsOf } from './corrections.js';
import { refuseRoute } from '../lines/refuse-route.js';
import { measureContent, type MeasuredContent } from '../content/measured-content.js';
import { isFilled } from '../lines/place-waypoints.js';
import { lockOwnerName } from './owner-name.js';
import { type Move, moveOf, type Action } from './publication.js';
import { type ReadForm, readForm, refuseForm } from './read-form.js';
import { DriveSubmissions } from './submissions.js';
import { titleKey } from '../drive/title-key.js';
import { refuseTaken, TitleIndex } from './title-index.js';

/** Everything read from a request before anything is written. */
interface Draft {
  form: ReadForm;
  /** Null keeps the present line. */
  route: MeasuredContent | null;
}

/** A form that costs something to read. */
interface LateForm {
  privacy: 'public' | 'private';
  read(): Promise<DriveForm>;
}

/** A decision of staff on a pending drive. */
interface Deciding {
  kind: 'approve' | 'request-changes';
  /** The revision that the caller saw; undefined for any. */
  rev: number | undefined;
  changeRequest: Readonly<Record<string, string>>;
  /** The drive as corrected by staff. */
  draft?: Draft;
}

/** Drives made by people. Each change and its events share one transaction. */
@Injectable()
export class Authoring {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    @Inject(PLACES) private readonly places: Places,
    @Inject(Routes) private readonly routes: Pick<Routes, 'route'>,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    private readonly facts: LineFacts,
  ) {}

  /**
   * @throws ProductError `upgradeNeeded`, `invalidInput`, `titleTaken`, `keyReused`; `driveNotFound` for a repeated
   * request whose drive was deleted
   */
  async create({ form, idempotency }: CreateDriveRequest, call: Call): Promise<SavedDrive> {
    const input = present(form);
    return this.createOnce(idempotency, { privacy: privacyOf(input), read: () => Promise.resolve(input) }, call);
  }

  /**
   * Creates a drive whose form is read only for a new request of a caller who may create it.
   * @throws ProductError like {@link create}, and what reading the form throws
   */
  async createOnce(idempotency: Idempotency | undefined, input: LateForm, call: Call): Promise<SavedDrive> {
    const caller = signedIn(call.caller);
    const request = idempotency ? { ...idempotency, person: caller.userId } : null;
    const answered = request && (await storedAnswer<SavedDrive>(this.drives.manager, request));
    if (answered) return this.requireHere(answered);
    const move = allowed(moveOf(null, caller, { kind: 'create', privacy: input.privacy }));
    const draft = await this.read(await input.read(), caller, null, call);
    return this.write(draft.form, '', caller, (manager) =>
      answerOnce(manager, request, () => this.insert(manager, draft, move, caller)),
    );
  }

  /** @throws ProductError `driveNotFound`, `notAllowed`, `upgradeNeeded`, `publishedDrive`, `staleRevision`, `titleTaken`, `invalidInput` */
  async update({ id, form }: UpdateDriveRequest, call: Call): Promise<SavedDrive> {
    const caller = signedIn(call.caller);
    const input = present(form);
    const action: Action = { kind: 'edit', privacy: privacyOf(input) };
    const seen = await findVisible(this.drives.manager, id, caller);
    allowed(moveOf(seen.drive, caller, action));
    const draft = await this.read(input, caller, seen, call);
    return this.write(draft.form, id, caller, async (manager) => {
      const route = await lockVisible(manager, id, caller);
      const move = allowed(moveOf(route.drive, caller, action));
      requireRevision(route.drive, input.rev);
      await requireFreeTitle(manager, draft.form, route.drive, caller);
      // A secret link dies with the privacy it was made for; one left by an older release must not revive either.
      if (move.to?.privacy !== route.drive.privacy) await manager.delete(SecretLink, { driveId: id });
      const { drive, line } = contentOfForm(draft.form, draft.route, this.places, route);
      Object.assign(route.drive, drive, move.to, { changeRequest: {}, rev: route.drive.rev + 1 });
      Object.assign(route, line);
      return this.save(manager, route, move, caller);
    });
  }

  /** @throws ProductError `driveNotFound`, `notAllowed` */
  async delete(id: string, asking: Caller | null): Promise<void> {
    const caller = signedIn(asking);
    await this.drives.manager.transaction(async (manager) => {
      const { drive } = await lockVisible(manager, id, caller);
      const { submission } = allowed(moveOf(drive, caller, { kind: 'delete' }));
      await manager.delete(Drive, { id });
      await this.events.deleted(manager, [drive]);
      if (submission) await this.submissions.publish(manager, { ...drive, rev: drive.rev + 1 }, submission, caller);
    });
  }

  /** @throws ProductError `invalidInput` for an invalid title, `titleTaken` */
  async checkTitle(title: string, driveId: string, asking: Caller | null): Promise<void> {
    const caller = signedIn(asking);
    const faults = TitleIndex.faultsOf(title);
    if (faults) throw refuseForm(faults);
    await new TitleIndex(this.drives.manager).refuseTaken(title, driveId, caller);
  }

  /**
   * Publishes a pending drive, with the corrections of staff if there are any.
   * @param rev the revision that staff reviewed.
   * @param form the whole drive as corrected; undefined leaves its content unchanged.
   * @throws ProductError `notAllowed`, `driveNotFound`, `alreadyDecided`, `staleRevision`, `invalidInput`; for a form
   * also `titleTaken`
   */
  async approve(id: string, rev: number | undefined, call: Call, form?: DriveForm): Promise<SavedDrive> {
    const caller = signedIn(call.caller);
    allowed(moveOf(PENDING, caller, { kind: 'approve' }));
    const decision: Deciding = { kind: 'approve', rev, changeRequest: {} };
    if (!form) return this.drives.manager.transaction((manager) => this.decide(manager, id, decision, caller));
    if (form.privacy !== 'public') throw refuseForm({ privacy: APPROVED_IS_PUBLIC });
    const seen = await findVisible(this.drives.manager, id, caller);
    requireDecidable(seen.drive, decision, caller);
    const draft = await this.read(form, caller, seen, call);
    return this.write(draft.form, id, caller, (manager) => this.decide(manager, id, { ...decision, draft }, caller));
  }

  /**
   * @throws ProductError `notAllowed`, `driveNotFound`, `alreadyDecided`, `staleRevision`, `invalidInput` if no change
   * is requested
   */
  async requestChanges(
    id: string,
    changeRequest: Readonly<Record<string, string>>,
    rev: number | undefined,
    asking: Caller | null,
  ): Promise<SavedDrive> {
    const caller = signedIn(asking);
    allowed(moveOf(PENDING, caller, { kind: 'request-changes' }));
    const words = Object.entries(changeRequest).map(([key, text]) => [key, text.trim()] as const);
    const said = Object.fromEntries(words.filter(([key, text]) => isChangeRequestKey(key) && text !== ''));
    if (Object.keys(said).length === 0) {
      throw refuseForm({ changeRequest: { title: 'Nothing is requested', message: 'Please say what has to change.' } });
    }
    const decision: Deciding = { kind: 'request-changes', rev, changeRequest: said };
    return this.drives.manager.transaction((manager) => this.decide(manager, id, decision, caller));
  }

  /** Decides in the first transaction that locks the row; a later one finds the drive already decided. */
  private async decide(manager: EntityManager, id: string, decision: Deciding, caller: Caller): Promise<SavedDrive> {
    const { draft, changeRequest } = decision;
    const route = await lockVisible(manager, id, caller);
    const { drive } = route;
    const move = requireDecidable(drive, decision, caller);
    if (draft) await requireFreeTitle(manager, draft.form, drive, caller);
    const corrected = draft ? this.correct(route, draft) : [];
    Object.assign(drive, move.to, { changeRequest, rev: drive.rev + 1 });
    return this.save(manager, route, move, caller, corrected);
  }

  /** Applies corrections to a drive; one without any keeps every stored value. @returns the fields that changed. */
  private correct(route: DriveRoute, { form, route: measured }: Draft): CorrectionField[] {
    const content = (line: MeasuredContent | null): AuthoredContent => contentOfForm(form, line, this.places, route);
    const corrected = correctionsOf(route, content(measured));
    if (corrected.length === 0) return corrected;
    // The same line, sent again, keeps its figures.
    const { drive, line } = content(corrected.includes('directions') ? measured : null);
    Object.assign(route.drive, drive);
    Object.assign(route, line);
    return corrected;
  }

  /** @throws ProductError `driveNotFound` for a drive deleted since the stored answer. */
  private async requireHere(stored: SavedDrive): Promise<SavedDrive> {
    if (await this.drives.existsBy({ id: stored.id })) return stored;
    throw new ProductError('driveNotFound');
  }

  private async read(form: DriveForm, caller: Caller, seen: DetailedDrive | null, call: Call): Promise<Draft> {
    const hasLine = form.directions !== undefined || seen !== null || form.waypoints.some(isFilled);
    const heldTitle = seen?.drive.privacy === 'public' ? seen.drive.title : null;
    const read = await readForm(form, caller.accountType, this.places, { hasLine, heldTitle });
    const measure = (directions: Directions) =>
      measureContent({ directions, waypoints: read.waypoints }, this.places, this.facts, call);
    if (form.directions) return { form: read, route: await measure(form.directions) };
    if (seen && (read.waypoints.length === 0 || isSameStops(seen, read))) return { form: read, route: null };
    const stops = read.waypoints.map(({ label, location }) => ({ label, location, placeId: '' }));
    const { directions } = await this.routes.route(stops, call);
    if (!directions) throw refuseRoute('directions', 'There is no way between these waypoints.');
    return { form: read, route: await measure(directions) };
  }

  private async insert(manager: EntityManager, draft: Draft, move: Move, caller: Caller): Promise<SavedDrive> {
    await requireFreeTitle(manager, draft.form, null, caller);
    const ownerUsername = await lockOwnerName(manager, caller.userId);
    const { drive, line, zOrder } = contentOfForm(draft.form, draft.route, this.places, null);
    const made = Object.assign(new Drive(), {
      ...BLANK,
      ...drive,
      ...move.to,
      id: this.ids.uuid(),
      rev: 1,
      createdAt: this.clock.now(),
      zOrder,
      importKey: null,
      contentHash: null,
      claimedStates: [],
      ownerId: caller.userId,
      ownerUsername,
      official: false,
      tier: 'public',
    });
    const route = Object.assign(new DriveRoute(), line, { driveId: made.id, drive: made });
    return this.save(manager, route, move, caller);
  }

  private async save(
    manager: EntityManager,
    route: DriveRoute,
    move: Move,
    caller: Caller,
    corrected: readonly CorrectionField[] = [],
  ): Promise<SavedDrive> {
    const { drive } = route;
    await manager.save(Drive, drive, { reload: false });
    await manager.save(DriveRoute, route, { reload: false });
    await this.events.saved(manager, [route]);
    if (move.submission) await this.submissions.publish(manager, drive, move.submission, caller, corrected);
    const { id, title, privacy, status, rev } = drive;
    return { id, title, privacy, status, rev };
  }

  /** Runs a transaction. Refuses a title that was taken concurrently like one that was taken before. */
  private async write<T>(
    { privacy, fields: { title } }: ReadForm,
    driveId: string,
    caller: Caller,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.drives.manager.transaction(work);
    } catch (error) {
      if (!isUniqueViolation(error) || privacy !== 'public') throw error;
      await new TitleIndex(this.drives.manager).refuseTaken(title, driveId, caller);
      throw refuseTaken(title, null);
    }
  }
}

/**
 * A pending drive as a stand-in, to check whether the caller may decide at all before the requested drive is read, so
 * that a refusal reveals nothing about it.
 */
const PENDING = { privacy: 'public', status: 'pending', ownerId: null, sharedWith: [], hidden: false } as const;

const APPROVED_IS_PUBLIC = { title: 'Privacy does not fit', message: 'An approved drive is public.' };

const UNSEEN = { title: 'Which revision?', message: 'Please send the revision you reviewed, or claim the item first.' };

/**
 * @throws ProductError `notAllowed`, `alreadyDecided`, `staleRevision`, with the present state of the drive;
 * `invalidInput` for an approval that names no revision: it would publish content that no one reviewed.
 */
function requireDecidable(drive: DetailedDrive['drive'], { kind, rev }: Deciding, caller: Caller): Move {
  const outcome = moveOf(drive, caller, { kind });
  if ('refused' in outcome) {
    const { rev: presentRev, privacy, status } = drive;
    throw new ProductError(outcome.refused, { additional: { _rev: presentRev, privacy, status } });
  }
  if (kind === 'approve' && rev === undefined) throw refuseForm({ _rev: UNSEEN });
  requireRevision(drive, rev);
  return outcome;
}

function present(form: DriveForm | undefined): DriveForm {
  if (!form) throw new TypeError('The request has no form.');
  return form;
}

function privacyOf({ privacy }: DriveForm): 'public' | 'private' {
  return privacy === 'public' ? 'public' : 'private';
}

function allowed(outcome: ReturnType<typeof moveOf>): Move {
  if (!('refused' in outcome)) return outcome;
  const additional = outcome.refused === 'upgradeNeeded' ? { upgrade: true } : {};
  throw new ProductError(outcome.refused, { additional });
}

function isSameStops(seen: DetailedDrive, { waypoints }: ReadForm): boolean {
  return (
    seen.waypoints.length === waypoints.length &&
    seen.waypoints.every(({ location: a, near }, index) => {
      const { location: b, ...waypoint } = waypoints[index]!;
      return a?.lat === b.lat && a.lng === b.lng && near === waypoint.near;
    })
  );
}

/** Lets a drive that is already public keep its title, even if another has the same one. */
async function requireFreeTitle(
  manager: EntityManager,
  { privacy, fields: { title } }: ReadForm,
  current: Drive | null,
  caller: Caller,
): Promise<void> {
  const isKept = current?.privacy === 'public' && titleKey(current.title) === titleKey(title);
  if (privacy === 'private' || title === '' || isKept) return;
  await new TitleIndex(manager).refuseTaken(title, current?.id ?? '', caller);
  if (current) current.sharesTitle = false;
}
