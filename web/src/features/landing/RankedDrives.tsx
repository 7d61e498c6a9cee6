import { useWorldRankingQuery } from '../../api/api.js';
import { Carousel } from '../../components/Carousel.js';
import { DriveCard } from '../../components/DriveCard.js';
import { driveLink } from '../../lib/explore-links.js';
import { useUnits } from '../../lib/store.js';
import { texts } from '../../texts/en.js';
import styles from './PopularDrives.module.css';

/** Shows the drives that staff ranked in the world; renders nothing if there are none. */
export function RankedDrives() {
  const { data = [] } = useWorldRankingQuery();
  const units = useUnits();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="ranked-drives" className={styles.next}>
      <h2 id="ranked-drives" className={styles.title}>
        {texts.landing.ranked}
      </h2>
      <div className={styles.room}>
        <Carousel label={texts.landing.ranked} previous={texts.landing.previous} next={texts.landing.next}>
          {data.map((drive) => (
            <DriveCard key={drive.id} drive={drive} size="tile" units={units} to={driveLink(drive)} />
          ))}
        </Carousel>
      </div>
    </section>
  );
}
