import { reasonOf } from '../../api/error.js';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import type { ListedCollection } from '@switchback/contracts/resources/collection';
import { daysOf, isTrip } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { losesPublication } from '../../lib/collections/publication.js';
import { useUser } from '../../lib/people/use-user.js';
import { numberText } from '../../lib/text/units.js';
import { addToCollectionTexts as words } from '../../texts/add-to-collection.js';
import { texts } from '../../texts/en.js';
import { publicationTexts } from '../../texts/publication.js';
import styles from './AddToCollection.module.css';
import type { Place } from './place-in.js';
import { useMembership } from './use-membership.js';

/** A collection that the drive is in or not, with its day in a trip. Each choice is stored at once. */
export function CollectionRow({ collection: listed, driveId }: { collection: ListedCollection; driveId: string }) {
  const { collection, place, isBusy, failure, choose } = useMembership(listed, driveId);
  const { name, items } = collection;
  const isLocked = losesPublication(collection, useUser());
  const isFull = place === null && items.length >= LIMITS.collectionItemsMax;
  return (
    <li className={styles.row} aria-busy={isBusy}>
      <Checkbox
        size="md"
        className={styles.choice}
        label={name}
        description={
          isLocked ? publicationTexts.locked : isFull ? words.full(LIMITS.collectionItemsMax) : detailOf(collection)
        }
        checked={place !== null}
        disabled={isFull || isLocked}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? { day: null } : null)}
      />
      {isTrip(collection) && !isFull && !isLocked && <DaySelect trip={collection} place={place} onChoose={choose} />}
      {failure !== null && (
        <div role="alert" className={styles.failed}>
          <p>
            {words.notStored} {reasonOf(failure)}
          </p>
          <Button variant="default" onClick={() => choose(place)}>
            {texts.retry}
          </Button>
        </div>
      )}
    </li>
  );
}

function detailOf(collection: ListedCollection): string {
  const count = collection.items.length;
  const trip = isTrip(collection) ? words.trip(daysOf(collection)) : null;
  return words.detail(texts.driveCount(count, numberText(count)), trip);
}

interface DayProps {
  trip: ListedCollection;
  place: Place;
  onChoose: (place: Place) => void;
}

/** Choosing a day adds the drive, or moves it. */
function DaySelect({ trip, place, onChoose }: DayProps) {
  const days = Array.from({ length: daysOf(trip) }, (_, index) => index + 1);
  return (
    <NativeSelect
      className={styles.day}
      aria-label={words.day(trip.name)}
      data={[
        { value: '', label: words.unplanned },
        ...days.map((day) => ({ value: String(day), label: words.dayNumber(day) })),
      ]}
      value={String(place?.day ?? '')}
      onChange={({ currentTarget: { value } }) => onChoose({ day: value === '' ? null : Number(value) })}
    />
  );
}
