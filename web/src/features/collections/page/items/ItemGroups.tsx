import type { Collection, Way } from '@switchback/contracts/resources/collection';
import { daysOf } from '@switchback/contracts/rules/collections';
import type { CollectionSource } from '../../../../api/collections-api.js';
import { type ComponentType, Fragment, type ReactNode, useMemo } from 'react';
import { titleOf } from '../../../../lib/drives/drive-title.js';
import { tripTexts } from '../../../../texts/trips.js';
import { DayAlong } from './DayAlong.js';
import { type Driven, drivenOf, driveOf, type Drives } from './driven.js';
import { GroupHead, type HeadProps } from './GroupHead.js';
import { ItemRow, type RowProps } from './ItemRow.js';
import styles from './Items.module.css';
import {
  approachTo,
  type DayGroup,
  groupsOf,
  headOf,
  type Stop,
  sumOf,
  type WayFinder,
  wayFinder,
} from './plan-days.js';
import type { Approach } from './WayLine.js';

const words = tripTexts;

export interface GroupsProps {
  /** As stored: the ways refer to its items. */
  collection: Collection;
  source: CollectionSource;
  drives: Drives;
  ways: readonly Way[];
  /** Id of the drive to highlight. */
  marked: string | null;
  onMark: (driveId: string | null) => void;
}

interface Props extends GroupsProps {
  /** The collection with changes not stored yet. */
  shown: Collection;
  Row?: ComponentType<RowProps>;
  Head?: ComponentType<HeadProps>;
  /** A row in place of a removed item, by the index of that item. */
  gap?: { index: number; day: number | null; row: ReactNode } | null;
  /** Shows the group of unplanned drives even if it is empty. */
  isEditable?: boolean;
}

/** The items of a collection in order; those of a trip by day. */
export function ItemGroups({ shown, collection, source, drives, ways, isEditable = false, ...rest }: Props) {
  const find = useMemo(() => wayFinder(collection.items, ways), [collection.items, ways]);
  const days = daysOf(shown);
  const groups = useMemo(() => groupsOf(shown.items, days), [shown.items, days]);
  if (groups.length === 1 && shown.items.length === 0 && rest.gap == null) return null;
  if (groups.length === 1) return <PlainList group={groups[0]!} drives={drives} {...rest} />;
  return groups.map((group) => {
    const isShown = isEditable || group.day !== null || group.stops.length > 0;
    if (!isShown) return null;
    return <Day key={group.day} group={group} shown={shown} source={source} drives={drives} find={find} {...rest} />;
  });
}

type ListProps = Pick<Props, 'drives' | 'marked' | 'onMark' | 'Row' | 'gap'> & { group: DayGroup };

function PlainList({ group, ...rest }: ListProps) {
  return (
    <section className={styles.group}>
      <h2 className="visually-hidden">{words.drives}</h2>
      <List group={group} {...rest} />
    </section>
  );
}

type DayProps = ListProps & Pick<Props, 'shown' | 'source' | 'Head'> & { find: WayFinder };

function Day({ group, shown, source, find, Head = GroupHead, ...rest }: DayProps) {
  const { drives } = rest;
  const { day, stops } = group;
  const first = drivenOf(drives, stops[0]?.item);
  const last = drivenOf(drives, stops.at(-1)?.item);
  const approachOf = (stop: Stop): Approach | undefined => {
    const found = approachTo(stop, shown.items, drives, find);
    if (found === undefined) return undefined;
    const before = drivenOf(drives, found.before);
    const from = found.before.day === day || before === undefined ? null : titleOf(before);
    return { ...found, from, ends: endsOf(found.way, before, drivenOf(drives, stop.item)) };
  };
  return (
    <section className={styles.group} aria-labelledby={headOf(day)} data-day={day ?? 'none'}>
      <Head
        group={group}
        start={shown.start}
        sum={sumOf(group, shown.items, drives, find)}
        ends={first && last && { first, last }}
      />
      <DayAlong collection={shown} source={source} group={group} drives={drives} find={find} />
      <List group={group} approachOf={approachOf} {...rest} />
    </section>
  );
}

/** Returns the ends of a way; those of the drives while it is not known. */
function endsOf(way: Way | null, before: Driven | undefined, after: Driven | undefined): Approach['ends'] {
  if (way !== null) return { start: way.start, end: way.end };
  return before === undefined || after === undefined ? null : { start: before.endLocation, end: after.startLocation };
}

interface RowsProps extends ListProps {
  approachOf?: (stop: Stop) => Approach | undefined;
}

function List({ group, drives, marked, onMark, Row = ItemRow, gap, approachOf }: RowsProps) {
  const { day, stops } = group;
  const isHere = gap != null && gap.day === day;
  const gapAt = isHere ? stops.findIndex(({ index }) => index >= gap.index) : -1;
  if (stops.length === 0 && !isHere) return null;
  return (
    <ol className={styles.list}>
      {stops.map((stop, place) => (
        <Fragment key={stop.key}>
          {place === gapAt && gap?.row}
          <Row
            stop={stop}
            drive={driveOf(drives, stop.item)}
            whole={drives.get(stop.item.driveId ?? '')}
            approach={approachOf?.(stop)}
            isMarked={marked !== null && marked === stop.item.driveId}
            onMark={onMark}
          />
        </Fragment>
      ))}
      {isHere && gapAt < 0 && gap.row}
    </ol>
  );
}
