import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../api/error.js';
import { useSummariesQuery } from '../../api/summaries-api.js';
import { DriveCard } from '../../components/DriveCard.js';
import { driveLink } from '../../lib/search/explore-links.js';
import { useUnits } from '../../lib/store/store.js';
import { numberText } from '../../lib/text/units.js';
import { profileTexts } from '../../texts/profile.js';
import styles from './Profile.module.css';
import type { Section } from './profile-view.js';

const words = profileTexts;
const STEP = 24;

interface Props {
  section: Section;
  ids: readonly string[];
  /** The user's own free account, which sees no drives that are shared with it. */
  isLimited: boolean;
}

/** Shows the drives of one list, last added first, a few at a time. */
export function ProfileDrives({ section, ids, isLimited }: Props) {
  const [count, setCount] = useState(STEP);
  if (ids.length === 0) {
    return (
      <p className={styles.empty}>
        {isLimited && section === 'shared' ? words.sharedForHeroes : words.empty[section]}{' '}
        {section === 'private' ? <Link to="/create">{words.create}</Link> : <Link to="/explore">{words.explore}</Link>}
      </p>
    );
  }
  const batches = Array.from({ length: Math.ceil(Math.min(count, ids.length) / STEP) }, (_, index) =>
    ids.slice(index * STEP, (index + 1) * STEP),
  );
  const left = ids.length - count;
  return (
    <>
      <ul className={styles.cards}>
        {batches.map((batch) => (
          <Batch key={batch[0]} ids={batch} />
        ))}
      </ul>
      {left > 0 && (
        <Button variant="default" onClick={() => setCount(count + STEP)}>
          {words.more(numberText(Math.min(left, STEP)))}
        </Button>
      )}
    </>
  );
}

function Batch({ ids }: { ids: readonly string[] }) {
  const { data, error } = useSummariesQuery(ids);
  const units = useUnits();
  if (error !== undefined) return <li role="alert">{reasonOf(error)}</li>;
  return data?.map((drive) => (
    <li key={drive.id}>
      <DriveCard drive={drive} size="tile" units={units} to={driveLink(drive)} />
    </li>
  ));
}
