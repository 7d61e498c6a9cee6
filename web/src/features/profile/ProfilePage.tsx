import { Button } from '@mantine/core';
import { missingPage, profilePage } from '@switchback/contracts/rules/pages';
import { Link, useParams } from 'react-router';
import { asCallError } from '../../api/error.js';
import { Message } from '../../components/Message.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { useSession } from '../../lib/people/use-user.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';
import { profileTexts } from '../../texts/profile.js';
import { EditLink } from './EditLink.js';
import { usePublicProfileQuery } from './profile-endpoints.js';
import styles from './Profile.module.css';
import { ProfilePanel } from './ProfilePanel.js';
import type { ProfileView } from './profile-view.js';
import { useOwnProfile } from './use-own-profile.js';

const words = profileTexts;

/** Profile page: the user's own profile in full, another user's as far as they made it visible. */
export default function ProfilePage() {
  const { id } = useParams();
  const session = useSession();
  if (id === undefined) return <Missing />;
  return session?.userId === id ? <Own id={id} /> : <Other id={id} />;
}

function Own({ id }: { id: string }) {
  const { view, error, refetch } = useOwnProfile(id);
  return <Shown view={view} error={error} onRetry={() => void refetch()} own />;
}

function Other({ id }: { id: string }) {
  const { data, error, refetch } = usePublicProfileQuery(id);
  return <Shown view={data} error={error} onRetry={() => void refetch()} />;
}

interface ShownProps {
  view: ProfileView | undefined;
  error: unknown;
  onRetry: () => void;
  own?: boolean;
}

function Shown({ view, error, onRetry, own = false }: ShownProps) {
  const product = useProductName();
  useDocumentHead(profilePage(product, view?.user.username ?? words.title));
  if (view !== undefined) {
    return (
      <div className={styles.page}>
        <ProfilePanel view={view} heading="h1" action={own && <EditLink />} />
      </div>
    );
  }
  if (error === undefined) return <p className={styles.wait}>{texts.loading}</p>;
  const { type, title, message } = asCallError(error);
  if (type === 404) return <Missing />;
  return (
    <Message title={title} text={message}>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </Message>
  );
}

function Missing() {
  const product = useProductName();
  useDocumentHead(missingPage(product));
  return (
    <Message title={words.notFound} text={words.notFoundText}>
      <Button component={Link} to="/">
        {authTexts.backHome}
      </Button>
    </Message>
  );
}
