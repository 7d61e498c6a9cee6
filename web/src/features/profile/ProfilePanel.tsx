import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { AccountBadge } from '../../components/AccountBadge.js';
import { Avatar } from '../../components/Avatar.js';
import { ProfileSections } from './ProfileSections.js';
import { ProfileTiles } from './ProfileTiles.js';
import styles from './Profile.module.css';
import { type ProfileView, sectionsOf, wordsOf } from './profile-view.js';

const NARROW = '(max-width: 550px)';

interface Props {
  view: ProfileView;
  /** What the owner can do. */
  action?: ReactNode;
  /** What names the person: a page's own title, or a part's. */
  heading: 'h1' | 'h2';
}

/** A person: who they are, what they have driven, and their drives. */
export function ProfilePanel({ view, action, heading: Heading }: Props) {
  const { name, location, bio } = wordsOf(view);
  const { user } = view;
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return (
    <>
      <div className={styles.head}>
        <Avatar avatar={user.avatar} size="medium" />
        <div className={styles.who}>
          <div className={styles.names}>
            <Heading className={styles.username}>{user.username}</Heading>
            <AccountBadge type={user.accountType} />
          </div>
          {name !== '' && <p>{name}</p>}
          {location !== '' && <p className={styles.location}>{location}</p>}
          {bio !== '' && <p className={styles.bio}>{bio}</p>}
          {action}
        </div>
      </div>
      <ProfileTiles view={view} />
      <ProfileSections sections={sectionsOf(view)} stacked={narrow} />
    </>
  );
}
