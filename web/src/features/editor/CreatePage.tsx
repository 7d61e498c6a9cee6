import { Button } from '@mantine/core';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { asCallError } from '../../api/error.js';
import { Panel } from '../../components/Panel.js';
import { UpgradeOffer } from '../../components/UpgradeOffer.js';
import type { Origin } from '../../lib/origin.js';
import { useSession, useUser } from '../../lib/use-user.js';
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
  const { pathname, search } = useLocation();
  const session = useSession();
  const user = useUser();
  const isReviewing = query.has('reviewing');
  if (session === null) {
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
  if (user === null) return <p className={styles.wait}>{words.loading}</p>;
  if (user.accountType === 'free') {
    return (
      <Panel title={words.free.title} head={head} lead={words.free.lead}>
        <UpgradeOffer />
      </Panel>
    );
  }
  if (isReviewing && user.accountType !== 'admin') {
    return <Panel title={words.notStaff.title} head={head} lead={words.notStaff.lead} children={null} />;
  }
  if (driveId === undefined) return <Editor key={`${user.id} new`} user={user} drive={null} isReviewing={false} />;
  return <EditedDrive driveId={driveId} user={user} isReviewing={isReviewing} />;
}

interface EditedProps {
  driveId: string;
  user: NonNullable<ReturnType<typeof useUser>>;
  isReviewing: boolean;
}

function EditedDrive({ driveId, user, isReviewing }: EditedProps) {
  const { currentData: drive, error, refetch } = useEditedDriveQuery(driveId);
  if (error !== undefined && drive === undefined) {
    const { title, message } = asCallError(error);
    return <Panel title={title} head={head} lead={message} children={null} />;
  }
  if (drive === undefined) return <p className={styles.wait}>{words.loading}</p>;
  return (
    <Editor
      key={`${user.id} ${driveId} ${isReviewing}`}
      user={user}
      drive={drive}
      isReviewing={isReviewing}
      onReload={async () => (await refetch()).data ?? null}
    />
  );
}
