import { usePopularQuery } from '../../api/api.js';
import { Carousel } from '../../components/Carousel.js';
import { DriveCard } from '../../components/DriveCard.js';
import { driveLink } from '../../lib/explore-links.js';
import { useUnits } from '../../lib/store.js';
import { texts } from '../../texts/en.js';
import styles from './PopularDrives.module.css';

export function PopularDrives() {
  const { data, isError, refetch } = usePopularQuery();
  const units = useUnits();
  return (
    <section aria-labelledby="popular-drives">
      <h2 id="popular-drives" className={styles.title}>
        {texts.landing.popular}
      </h2>
      {isError && data === undefined ? (
        <p className={styles.note}>
          {texts.landing.popularFailed}{' '}
          {/* Plain button: Mantine's would make up a twentieth of this page's scripts. */}
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            {texts.retry}
          </button>
        </p>
      ) : data?.length === 0 ? (
        <p className={styles.note}>{texts.landing.popularEmpty}</p>
      ) : (
        <div className={styles.room}>
          <Carousel label={texts.landing.popular} previous={texts.landing.previous} next={texts.landing.next}>
            {(data ?? []).map((drive) => (
              <DriveCard key={drive.id} drive={drive} size="tile" units={units} to={driveLink(drive)} />
            ))}
          </Carousel>
        </div>
      )}
    </section>
  );
}
