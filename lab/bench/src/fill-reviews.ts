// Writes reviews of one drive straight into the database of the product whose data folder the environment names. The
// authors have no accounts: signing up hundreds would take longer than the measurement itself. Arguments: drive ID,
// number of reviews.
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import { runCommand } from '@switchback/platform/process/run';
import { Ratings } from '@switchback/reviews/ratings';
import { Review } from '@switchback/reviews/review.entity';
import { ReviewPages } from '@switchback/reviews/review-pages';
import { Reviews } from '@switchback/reviews/reviews.service';
import { connectReviews } from '@switchback/reviews/schema';

const WORDS = 'A quiet road with long curves, good tarmac and a view from each crest. Go early, before the vans do. ';
const TEXTS = [1, 3, 6];

await runCommand(async (foundation) => {
  const [driveId = '', count = ''] = process.argv.slice(2);
  const source = await connectReviews(await foundation.database());
  const events = new EventFactory({ source: 'reviews', clock: systemClock, ids: randomIds });
  const repository = source.getRepository(Review);
  const reviews = new Reviews(
    repository,
    new ReviewPages(repository),
    new Ratings(events),
    systemClock,
    randomIds,
    events,
  );
  try {
    for (let index = 0; index < Number(count); index += 1) {
      const form = {
        highlight: `Review ${index + 1}`,
        description: WORDS.repeat(TEXTS[index % TEXTS.length]!),
        starRating: ((index % 10) + 1) / 2,
        intensityRating: index % 11,
        roadQualityRating: (index * 3) % 11,
        trafficRating: (index * 7) % 11,
      };
      const caller = { userId: `measured-${index}`, accountType: 'hero' as const };
      await reviews.create({ driveId, form, idempotency: undefined }, caller);
    }
  } finally {
    await source.destroy();
  }
});
