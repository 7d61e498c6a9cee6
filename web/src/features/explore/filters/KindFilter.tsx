import { type Kind, KINDS } from '@switchback/contracts/rules/drives';
import { useId } from 'react';
import type { Facets } from '../../../api/types.js';
import { RadioPill } from '../../../components/RadioPill.js';
import { useUser } from '../../../lib/people/use-user.js';
import { exploreTexts } from '../../../texts/explore.js';
import styles from './Filters.module.css';

const words = exploreTexts.filters;

/** Choices of one, with the kinds of drive that each shows. */
const CHOICES = {
  all: KINDS,
  saved: ['saved'],
  completed: ['completed'],
  mine: ['private'],
  shared: ['shared'],
} as const satisfies Record<string, readonly Kind[]>;
/** Kinds that have no drive in common, and together all. */
const APART: readonly Kind[] = ['public', 'private', 'shared'];
const CHOICE_NAMES = Object.keys(CHOICES) as (keyof typeof CHOICES)[];

interface Props {
  off: readonly Kind[];
  facets: Facets | null;
  onChange: (off: Kind[]) => void;
}

/**
 * Chooses the kind of drive shown. Offered to users with any but public drives, and if a link has switched a kind off;
 * a link may show a combination that is no choice.
 */
export function KindFilter({ off, facets, onChange }: Props) {
  const group = useId();
  const user = useUser();
  const lists = user === null ? [] : [user.privateDrives, user.savedDrives, user.completedDrives, user.sharedDrives];
  if (off.length === 0 && lists.every(({ length }) => length === 0)) return null;
  const chosen = CHOICE_NAMES.find((name) => isSame(offFor(CHOICES[name]), off));
  return (
    <fieldset className={styles.tagGroup} role="radiogroup">
      <legend>{words.kinds}</legend>
      {CHOICE_NAMES.map((name) => (
        <RadioPill
          key={name}
          name={group}
          checked={name === chosen}
          count={facets === null ? undefined : countOf(facets, CHOICES[name])}
          reason={words.noneOfKind[name]}
          onChoose={() => onChange(offFor(CHOICES[name]))}
        >
          {words.kindNames[name]}
        </RadioPill>
      ))}
      {chosen === undefined && <span className={styles.custom}>{words.kindNames.custom}</span>}
    </fieldset>
  );
}

function offFor(on: readonly Kind[]): Kind[] {
  return KINDS.filter((kind) => !on.includes(kind));
}

function isSame(some: readonly Kind[], others: readonly Kind[]): boolean {
  return some.length === others.length && some.every((kind) => others.includes(kind));
}

/** Returns the number of drives of one kind, or of all: saved and completed drives are also of another kind. */
function countOf({ kinds }: Facets, on: readonly Kind[]): number {
  return (on.length > 1 ? APART : on).reduce((sum, kind) => sum + kinds[kind], 0);
}
