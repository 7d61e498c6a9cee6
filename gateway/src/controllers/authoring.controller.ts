import { Controller, Inject } from '@nestjs/common';
import {
  approveDrive,
  createDrive,
  deleteDrive,
  type driveForm,
  requestChanges,
  saveRecord,
  updateDrive,
  validateTitle,
} from '@switchback/contracts/endpoints/authoring';
import { isChangeRequestKey } from '@switchback/contracts/rules/authoring';
import { ProductError } from '@switchback/platform/errors';
import { present } from '@switchback/platform/wire/values';
import type { DriveForm, SavedDrive } from '@switchback/proto/drives/v1/service';
import type { z } from 'zod';
import { Answers, type InputOf } from '../contract/answers.js';
import { toWaypointInputs } from '../mapping/waypoint-inputs.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Confirmations of a saved drive, by its resulting state. */
const SAVED_WORDS = {
  private: ['Drive Saved', 'Saved to your private drives. Only you and people you share it with can see it.'],
  pending: ['Drive Submitted', 'Thank you! Our staff will review it and notify you when it is published.'],
  'changes-requested': ['Changes Requested', 'The owner will see what to change.'],
  approved: ['Drive Published', 'Everyone can find it now.'],
} as const;

/** Authoring of drives, and moderation decisions about them. */
@Controller()
export class AuthoringController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(createDrive, { form: 'details' })
  async create({ body: { details }, idempotency, call }: InputOf<typeof createDrive>) {
    const request = { form: toForm(details), idempotency: idempotency ?? undefined };
    return toSaved((await this.clients.drives.createDrive(request, call)).drive);
  }

  @Answers(saveRecord, { form: 'record' })
  async saveRecord({ body: { record }, idempotency, call }: InputOf<typeof saveRecord>) {
    const request = { form: record, idempotency: idempotency ?? undefined };
    return toSaved((await this.clients.drives.saveRecord(request, call)).drive);
  }

  @Answers(updateDrive, { form: 'details' })
  async update({ params: { id }, body: { details }, call }: InputOf<typeof updateDrive>) {
    return toSaved((await this.clients.drives.updateDrive({ id, form: toForm(details) }, call)).drive);
  }

  @Answers(deleteDrive)
  async delete({ params: { id }, call }: InputOf<typeof deleteDrive>) {
    await this.clients.drives.deleteDrive({ id }, call);
    return {};
  }

  @Answers(validateTitle)
  async validateTitle({ body: { title, driveId }, call }: InputOf<typeof validateTitle>) {
    await this.clients.drives.checkTitle({ title, driveId: driveId ?? '' }, call);
    return { available: true as const };
  }

  @Answers(approveDrive, { form: 'details' })
  async approve({ params: { id }, body: { _rev, details }, call }: InputOf<typeof approveDrive>) {
    const claim = await this.clients.moderation.checkClaim({ kind: 'drive', subjectId: id }, call);
    const rev = _rev ?? details?._rev ?? claim.rev;
    const request = { id, rev, form: details ? toForm(details) : undefined };
    return toSaved((await this.clients.drives.approveDrive(request, call)).drive);
  }

  @Answers(requestChanges)
  async requestChanges({ params: { id }, body, call }: InputOf<typeof requestChanges>) {
    const claim = await this.clients.moderation.checkClaim({ kind: 'drive', subjectId: id }, call);
    const request = { id, changeRequest: toWords(body.changeRequest), rev: body._rev ?? claim.rev };
    return toSaved((await this.clients.drives.requestChanges(request, call)).drive);
  }
}

/** Drops empty fields. */
export function toWords(changeRequest: Readonly<Record<string, unknown>>): Record<string, string> {
  const input = Object.entries(changeRequest).filter(([key]) => isChangeRequestKey(key));
  return Object.fromEntries(
    input.flatMap(([key, text]) => (typeof text === 'string' && text !== '' ? [[key, text]] : [])),
  );
}

function toSaved(drive: SavedDrive | undefined) {
  const { id, privacy, status } = present(drive, 'drive');
  const words = SAVED_WORDS[(privacy === 'private' ? 'private' : status) as keyof typeof SAVED_WORDS];
  if (!words) throw new ProductError('internal');
  const [title, message] = words;
  return { driveId: id, title, message };
}

type ManeuverInputs = NonNullable<z.output<typeof driveForm>['directions']>['legs'][number]['maneuvers'];

function toForm(details: z.output<typeof driveForm>): DriveForm {
  const { directions, _rev, countries, tags, ...said } = details;
  return {
    title: said.title ?? '',
    description: said.description ?? '',
    privacy: said.privacy,
    tags: (tags ?? []).flatMap(({ category, name, source }) => (source === 'map' ? [] : [{ category, name }])),
    starRating: said.starRating ?? undefined,
    intensityRating: said.intensityRating ?? undefined,
    roadQualityRating: said.roadQualityRating ?? undefined,
    trafficRating: said.trafficRating ?? undefined,
    countries: (countries ?? []).map(({ country, states }) => ({
      country: { id: country.id, name: '' },
      states: (states ?? []).map(({ id }) => ({ id, name: '' })),
    })),
    waypoints: toWaypointInputs(said.waypoints ?? []),
    pointsOfInterest: toWaypointInputs(said.pointsOfInterest ?? []),
    directions: directions
      ? {
          source: directions.source,
          legs: directions.legs.map(({ start, end, distance, duration, path, elevation, taste, maneuvers }) => ({
            start: named(start),
            end: named(end),
            distance,
            duration,
            path,
            elevation: elevation ?? undefined,
            taste: taste ?? undefined,
            maneuvers: maneuvers ? { items: maneuvers.map(toManeuver) } : undefined,
          })),
        }
      : undefined,
    rev: _rev ?? undefined,
  };
}

function toManeuver({ road, exit, ...maneuver }: NonNullable<ManeuverInputs>[number]) {
  return { ...maneuver, road: road ?? '', exit: exit ?? undefined };
}

function named({ label, location }: { label?: string | null | undefined; location: { lat: number; lng: number } }) {
  return { label: label ?? '', location };
}
