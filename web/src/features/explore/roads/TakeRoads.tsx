import { Button } from '@mantine/core';
import type { Road } from '@switchback/contracts/endpoints/roads';
import { useState } from 'react';
import { Link } from 'react-router';
import { asCallError, type ErrorText, sentences } from '../../../api/error.js';
import { Notice } from '../../../components/Notice.js';
import { useUser } from '../../../lib/people/use-user.js';
import { roadsTexts } from '../../../texts/roads.js';
import { useTakeRoadMutation } from './roads-endpoint.js';

const words = roadsTexts.take;
const AT_ONCE = 10;

/** Staff store the curviest roads without a drive as private drives, ten at once. */
export function TakeRoads({ roads }: { roads: readonly Road[] }) {
  const isStaff = useUser()?.accountType === 'admin';
  const [take] = useTakeRoadMutation();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const next = roads.filter(({ id, driveId }) => driveId === null && !taken.has(id)).slice(0, AT_ONCE);
  const takeNext = async () => {
    setFailure(null);
    setBusy(true);
    for (const road of next) {
      const { error } = await take(road);
      if (error !== undefined) {
        setFailure(asCallError(error));
        break;
      }
      setTaken((before) => new Set([...before, road.id]));
    }
    setBusy(false);
  };
  if (!isStaff || (next.length === 0 && taken.size === 0)) return null;
  return (
    <>
      {next.length > 0 && (
        <Button variant="light" mih={44} loading={isBusy} onClick={() => void takeNext()}>
          {words.button(next.length)}
        </Button>
      )}
      {taken.size > 0 && (
        <p role="status">
          {words.taken(taken.size)} <Link to="/profile">{words.see}</Link>
        </p>
      )}
      {failure !== null && <Notice kind="error" title={words.failed} text={sentences(failure)} />}
    </>
  );
}
