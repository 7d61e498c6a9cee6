import { skipToken } from '@reduxjs/toolkit/query';
import type { Collection } from '@switchback/contracts/resources/collection';
import { Link } from 'react-router';
import { Avatar } from '../../../components/Avatar.js';
import { collectionTexts } from '../../../texts/collections.js';
import { useUserSummaryQuery } from '../../sharing/people-endpoints.js';
import styles from './Collections.module.css';

interface Props {
  owner: NonNullable<Collection['owner']>;
  /** Whether to show the picture as well. */
  isPictured: boolean;
}

/** The person who made a collection, with a link to the profile. */
export function Maker({ owner, isPictured }: Props) {
  const { data } = useUserSummaryQuery(isPictured ? owner.id : skipToken);
  return (
    <Link to={`/profile/${encodeURIComponent(owner.id)}`} className={styles.maker}>
      {isPictured && <Avatar avatar={data?.avatar ?? null} size="small" />}
      {collectionTexts.owner(owner.username)}
    </Link>
  );
}
