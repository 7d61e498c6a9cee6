import { asks } from '../../api/asks.js';
import { api } from '../../api/api.js';
import type { DriveCardData } from '../../api/types.js';
import { texts } from '../../texts/en.js';
import { DriveShelf } from './DriveShelf.js';

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
  const { recent, previousRecent, nextRecent } = texts.landing;
  if (drives.length === 0) return null;
  return <DriveShelf id="recent-drives" title={recent} drives={drives} previous={previousRecent} next={nextRecent} />;
}
