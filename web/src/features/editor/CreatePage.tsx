import { Button } from '@mantine/core';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { User } from '@switchback/contracts/resources/user';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { asCallError } from '../../api/error.js';
import { Panel } from '../../components/Panel.js';
import { UpgradeOffer } from '../../components/UpgradeOffer.js';
import type { Origin } from '../../lib/store/origin.js';
import { intentBrought } from '../../lib/store/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store/store.js';
import { useSession, useUser } from '../../lib/people/use-user.js';
import { editorTexts } from '../../texts/editor.js';
import { useEditedDriveQuery } from './editor-endpoints.js';
import styles from './Editor.module.css';
import { Editor } from './Editor.js';

const words = editorTexts;
const head = (product: string) => plainPage(product, '/create');

/** Creates or edits a drive. Requires a Hero account; with `reviewing`, a staff account. */
export default function CreatePage() {
  const { driveId } = useParams();
  const [query] = useSearchParams();
  const user = useEditor();
  const isReviewing = query.has('reviewing');
  if (user === 'visitor') return <Visitor />;
  if (user === null) return <p className={styles.wait}>{words.loading}</p>;
  if (user.accountType === 'free') {
    return (
      <Panel title={words.free.title} head={head} lead={words.free.lead}>
        {driveId !== undefined && <ViewDrive driveId={driveId} />}
        <UpgradeOffer />
      </Panel>
    );
  }
  if (isReviewing && user.accountType !== 'admin') {
    return <Panel title={words.notStaff.title} head={head} lead={words.notStaff.lead} children={null} />;
  }
  if (driveId === undefined) return <Editor key={`${user.id} new`} user={user} drive={null} isReviewing={false} />;
  const key = `${user.id} ${driveId} ${isReviewing}`;
  return <EditedDrive key={key} driveId={driveId} user={user} isReviewing={isReviewing} />;
}

/**
 * Returns the user who edits, also after their session has expired, so that they can log in and continue; null until
 * the user is loaded.
 */
function useEditor(): User | 'visitor' | null {
  const session = useSession();
  const user = useUser();
  const hasExpired = useAppSelector((state) => state.session.ended === 'expired');
  const [last, setLast] = useState(user);
  if (user !== null && user !== last) setLast(user);
  if (session === null) return (hasExpired && last) || 'visitor';
  return user ?? (last?.id === session.userId ? last : null);
}

function Visitor() {
  const { pathname, search } = useLocation();
  const origin = { origin: pathname + search } satisfies Origin;
  return (
    <Panel title={words.visitor.title} head={head} lead={words.visitor.lead}>
      <div className={styles.ways}>
        <Button component={Link} to="/signup" state={origin}>
          {words.visitor.signUp}
        </Button>
        <Button variant="default" component={Link} to="/login" state={origin}>
          {words.visitor.logIn}
        </Button>
      </div>
    </Panel>
  );
}

function ViewDrive({ driveId }: { driveId: string }) {
  return (
    <Button variant="default" fullWidth mih={44} component={Link} to={`/drive-details/${encodeURIComponent(driveId)}`}>
      {words.viewDrive}
    </Button>
  );
}

interface EditedProps {
  driveId: string;
  user: User;
  isReviewing: boolean;
}

function EditedDrive({ driveId, user, isReviewing }: EditedProps) {
  const isLoggedOut = useSession() === null;
  const { currentData, error, refetch } = useEditedDriveQuery(driveId, { skip: isLoggedOut });
  // The editor outlasts the session, and a change of the drive's state made meanwhile.
  const [opened, setOpened] = useState(currentData);
  if (opened === undefined && currentData !== undefined) setOpened(currentData);
  const drive = currentData ?? opened;
  if (error !== undefined && drive === undefined) {
    const { title, message } = asCallError(error);
    return <Panel title={title} head={head} lead={message} children={null} />;
  }
  if (drive === undefined || opened === undefined) return <p className={styles.wait}>{words.loading}</p>;
  const obstacle = obstacleToEditing(opened, user);
  if (obstacle !== null) return <NotEditable driveId={driveId} obstacle={obstacle} />;
  return (
    <Editor user={user} drive={drive} isReviewing={isReviewing} onReload={async () => (await refetch()).data ?? null} />
  );
}

type Obstacle = 'published' | 'notOwner';

/** Returns the reason why a user who sees a drive may not edit it; null if they may. */
function obstacleToEditing({ privacy, status, created }: DriveDetails, { id, accountType }: User): Obstacle | null {
  if (accountType === 'admin') return null;
  if (privacy === 'public' && status === 'approved') return 'published';
  return created.user?.id === id ? null : 'notOwner';
}

/** Leads to a drive that only others may edit, and says why. */
function NotEditable({ driveId, obstacle }: { driveId: string; obstacle: Obstacle }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const suggest = () => {
    dispatch(intentBrought({ dialog: 'suggest', driveId }));
    void navigate(`/drive-details/${encodeURIComponent(driveId)}`);
  };
  const { title, lead } = words[obstacle];
  return (
    <Panel title={title} head={head} lead={lead}>
      <div className={styles.ways}>
        {obstacle === 'published' && (
          <Button fullWidth mih={44} onClick={suggest}>
            {words.published.suggest}
          </Button>
        )}
        <ViewDrive driveId={driveId} />
      </div>
    </Panel>
  );
}
