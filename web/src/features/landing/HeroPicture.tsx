import { useState } from 'react';
import { Link } from 'react-router';
import type { DriveCardData } from '../../api/types.js';
import { driveLink } from '../../lib/search/explore-links.js';
import { texts } from '../../texts/en.js';
import styles from './HeroPicture.module.css';
import { RoadArt } from './RoadArt.js';

/** The background of the hero: a photo of the first drive that has one, with a link to it; a drawing otherwise. */
export function HeroPicture({ drives }: { drives: readonly DriveCardData[] }) {
  const [failed, setFailed] = useState<string | null>(null);
  const drive = drives.find(({ photos: [photo] }) => photo !== undefined && photo.id !== failed);
  const photo = drive?.photos[0];
  if (drive === undefined || photo === undefined) return <RoadArt className={styles.art} />;
  return (
    <>
      <img
        src={photo.large ?? photo.medium}
        alt=""
        fetchPriority="low"
        className={styles.photo}
        onError={() => setFailed(photo.id)}
      />
      <Link to={driveLink(drive)} className={styles.credit}>
        {texts.landing.photoOf(drive.title)}
      </Link>
    </>
  );
}
