import type { StreamableFile } from '@nestjs/common';
import { COLLECTION_EXPORT_TYPES } from '@switchback/contracts/endpoints/collections';
import type { Collection, Way } from '@switchback/contracts/resources/collection';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { daysOf } from '@switchback/contracts/rules/collections';
import { figureText } from '@switchback/contracts/rules/units';
import { type DrivenPart, shareOf, WHOLE } from '@switchback/geo/driven-part';
import { refuseField } from '@switchback/platform/errors';
import { distanceText, durationText } from '@switchback/platform/formats/figures';
import { escape, ICalCalendar } from 'ical-generator';
import { attachmentOf } from './attachment.js';
import { type CollectionPart, wayTo } from './collection-part.js';
import { drivenTitle } from './driven-title.js';

const DAY_MS = 86_400_000;
const YEAR_MAX = 9_999;

export interface CalendarSource {
  part: CollectionPart;
  /** The drives of the part. */
  drives: readonly DriveSummary[];
  /** The ways between the drives of the collection. */
  ways: readonly Way[];
  /** Address of the trip's page; null if the reader of the calendar cannot open it. */
  page: string | null;
  product: string;
  /** Host name of this installation. */
  host: string;
  now: Date;
}

/** @throws ProductError `invalidInput` under `start` without a start date. */
export function startOf({ start }: Collection): string {
  if (start === null) throw refuseField('start', 'invalidInput', 'Set a start date first.');
  return start;
}

/**
 * Returns a trip as an iCalendar file (RFC 5545): one event per day with drives, in dates without times.
 * @throws ProductError `invalidInput` under `items` if no drive is planned for a day, under `start` if a day is beyond the
 * year 9999.
 */
export function tripCalendar(source: CalendarSource): StreamableFile {
  const { part, product, host, page, now } = source;
  const { id, name, _rev } = part.collection;
  const start = Date.parse(startOf(part.collection));
  // The library writes the calendar's own name as it is.
  const calendar = new ICalCalendar({
    name: escape(writable(name), false),
    prodId: { company: writable(product), product: 'Trips' },
  });
  const days = plannedDays(part);
  const last = new Date(start + Math.max(...days) * DAY_MS);
  // A date of the format has four digits for the year.
  if (!(last.getUTCFullYear() <= YEAR_MAX))
    throw refuseField(
      'start',
      'invalidInput',
      `A calendar ends with the year ${YEAR_MAX}. Choose an earlier start date.`,
    );
  for (const day of days) {
    calendar.createEvent({
      id: `${id}-day-${day}@${host}`,
      sequence: _rev,
      stamp: now,
      allDay: true,
      start: new Date(start + (day - 1) * DAY_MS),
      end: new Date(start + day * DAY_MS),
      summary: writable(`${name}, day ${day} of ${daysOf(part.collection)}`),
      description: writable(dayText(source, day)),
      url: page,
    });
  }
  const type = COLLECTION_EXPORT_TYPES.ics;
  return attachmentOf(`${calendar.toString()}\r\n`, { name: part.name, extension: 'ics', fallback: 'trip', type });
}

function plannedDays({ items }: CollectionPart): number[] {
  const days = [...new Set(items.flatMap(({ day }) => day ?? []))];
  if (days.length === 0) throw refuseField('items', 'invalidInput', 'Plan a drive for a day first.');
  return days;
}

/** Lists the drives of a day with the ways to them, their figures and notes, and the totals that the trip's page shows. */
function dayText({ part, drives, ways, page }: CalendarSource, day: number): string {
  const planned = part.items
    .filter((item) => item.day === day)
    .flatMap((item) => {
      const drive = drives.find(({ id }) => id === item.driveId);
      const driven = drive && asDriven(drive, item.part ?? WHOLE);
      const title = item.place?.label ?? driven?.title;
      return title === undefined ? [] : [{ title, driven, note: item.note, way: wayTo(item, ways) }];
    });
  const lines = planned.flatMap(({ title, driven, note, way }, at) => [
    ...(way ? [`To ${title}: ${figuresOf([lineOfWay(way)])}`] : []),
    `${at + 1}. ${title}${driven ? `: ${figuresOf([lineOfDrive(driven)])}` : ''}\n${note}`.trimEnd(),
  ]);
  const connections = planned.flatMap(({ way }) => way ?? []);
  const driven = planned.flatMap((stop) => stop.driven ?? []);
  const all = [...driven.map(lineOfDrive), ...connections.map(lineOfWay)];
  const label = connections.length > 0 ? 'In all, including connections' : 'In all';
  const total = all.length > 1 ? [`${label}: ${figuresOf(all)}`] : [];
  return [...lines, ...total, ...(page === null ? [] : [page])].join('\n\n');
}

function asDriven(drive: DriveSummary, part: DrivenPart): DriveSummary {
  const { distance, duration } = drive;
  const share = shareOf(part, distance);
  return { ...drive, title: drivenTitle(drive, part), distance: distance * share, duration: duration * share };
}

type Line = Pick<DriveSummary, 'distance' | 'duration' | 'approximate'> & { estimated: boolean };

function lineOfDrive({ distance, duration, approximate, durationSource }: DriveSummary): Line {
  return { distance, duration, approximate, estimated: durationSource === 'estimated' };
}

/** A straight way is an estimate; the figures of another one are a router's. */
function lineOfWay({ distance, duration, approximate }: Way): Line {
  return { distance, duration, approximate, estimated: approximate };
}

function figuresOf(lines: readonly Line[]): string {
  const sum = (figure: 'distance' | 'duration') => lines.reduce((total, line) => total + line[figure], 0);
  const isAny = (mark: 'approximate' | 'estimated') => lines.some((line) => line[mark]);
  const distance = figureText(distanceText(sum('distance')), isAny('approximate'));
  return `${distance}, ${figureText(durationText(sum('duration')), isAny('estimated'))}`;
}

/** Removes the control characters that the format forbids. */
function writable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '');
}
