import { asks } from '../../api/asks.js';
import { api } from '../../api/api.js';
import type { DriveCardData } from '../../api/types.js';
import { Carousel } from '../../components/Carousel.js';
import { DriveCard } from '../../components/DriveCard.js';
import { driveLink } from '../../lib/explore-links.js';
import { useUnits } from '../../lib/store.js';
import { texts } from '../../texts/en.js';
import styles from './PopularDrives.module.css';

const { useRecentDrivesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the drives among the user's recent searches: at most twenty, newest first. */
    recentDrives: build.query<DriveCardData[], string>({
      ...asks(
        'recentDrives',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.drives,
      ),
    }),
  }),
});

/** Shows the drives that the user searched for last; renders nothing if there are none. */
export default function RecentDrives({ userId }: { userId: string }) {
  const { currentData: drives = [] } = useRecentDrivesQuery(userId, { refetchOnMountOrArgChange: true });
  const units = useUnits();
  const { recent, previousRecent, nextRecent } = texts.landing;
  if (drives.length === 0) return null;
  return (
    <section aria-labelledby="recent-drives" className={styles.next}>
      <h2 id="recent-drives" className={styles.title}>
        {recent}
      </h2>
      <div className={styles.room}>
        <Carousel label={recent} previous={previousRecent} next={nextRecent}>
          {drives.map((drive) => (
            <DriveCard key={drive.id} drive={drive} size="tile" units={units} to={driveLink(drive)} />
          ))}
        </Carousel>
      </div>
    </section>
  );
}
