import { useMediaQuery } from '@mantine/hooks';
import { SAVED_HASH } from '@switchback/contracts/rules/pages';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { AccountBadge } from '../../components/AccountBadge.js';
import { Avatar } from '../../components/Avatar.js';
import { ProfileMap } from './ProfileMap.js';
import { ProfileSections } from './ProfileSections.js';
import { ProfileTiles } from './ProfileTiles.js';
import { profileTexts } from '../../texts/profile.js';
import styles from './Profile.module.css';
import { isLimited, type ProfileView, sectionsOf, wordsOf } from './profile-view.js';

const NARROW = '(max-width: 550px)';

interface Props {
  view: ProfileView;
  /** Action offered to the owner. */
  action?: ReactNode;
  /** Level of the heading with the name: title of the page, or of a section. */
  heading: 'h1' | 'h2';
}

/** Shows a user: who they are, their statistics, and their drives. */
export function ProfilePanel({ view, action, heading: Heading }: Props) {
  const { name, location, bio } = wordsOf(view);
  const { user } = view;
  const sections = useMemo(() => sectionsOf(view), [view]);
  const drives = useMemo(() => sections.flatMap(([, ids]) => ids), [sections]);
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
      {!isLimited(view) && <ProfileTiles view={view} />}
      <ProfileMap ids={drives} />
      <div ref={useSavedHash()} className={styles.drives}>
        <ProfileSections sections={sections} stacked={narrow} isLimited={isLimited(view)} />
      </div>
      {isLimited(view) && (
        <>
          <ProfileTiles view={view} />
          <p className={styles.plan}>
            {profileTexts.stats.plan} <Link to="/account-benefits?type=hero">{profileTexts.stats.compare}</Link>
          </p>
        </>
      )}
    </>
  );
}

/** Scrolls to the element when a link names the saved drives. */
function useSavedHash(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === SAVED_HASH) element.current?.scrollIntoView();
  }, [hash, key]);
  return element;
}
