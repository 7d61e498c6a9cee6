import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Collection } from '@switchback/contracts/resources/collection';
import { daysOf, isTrip } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useState } from 'react';
import { Dialog } from '../../../../components/Dialog.js';
import { numberText } from '../../../../lib/text/units.js';
import { texts } from '../../../../texts/en.js';
import { tripTexts } from '../../../../texts/trips.js';
import styles from './Items.module.css';
import { countAfter, shrunkTo } from './plan-days.js';
import type { PlanForm } from './use-draft-items.js';

const words = tripTexts.plan;
const DEFAULT_DAYS = 2;
/** A year below is still being typed. */
const EARLIEST = '1900-01-01';

interface Props {
  trip: Pick<Collection, 'items' | 'start' | 'days'>;
  onChange: (form: PlanForm) => void;
}

/** Start date and number of days of a trip; of a plain collection, a button that makes it one. */
export function TripPlan({ trip, onChange }: Props) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isAsking, setAsking] = useState(false);
  if (!isTrip(trip)) {
    return (
      <div className={styles.plan}>
        <Button variant="default" size="sm" mih={44} onClick={() => onChange({ days: DEFAULT_DAYS })}>
          {words.begin}
        </Button>
      </div>
    );
  }
  const { items } = trip;
  const ask = (next: Question) => {
    setQuestion(next);
    setAsking(true);
  };
  const setDays = (days: number) => {
    const shorten = () => onChange({ days, items: shrunkTo(items, days) });
    const count = countAfter(items, days);
    if (count === 0) onChange({ days });
    else {
      const { title, text, confirm } = words.shrink;
      const drives = texts.driveCount(count, numberText(count));
      ask({ title: title(words.daysOf(days)), text: text(drives), confirm, act: shorten });
    }
  };
  const dissolve = () => onChange({ start: null, days: null, items: shrunkTo(items, 0) });
  return (
    <div className={styles.plan} role="group" aria-label={words.label}>
      <StartDate trip={trip} onChange={onChange} />
      <NativeSelect
        label={words.days}
        value={daysOf(trip)}
        data={Array.from({ length: LIMITS.tripDaysMax }, (_, index) => String(index + 1))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
      <Button variant="subtle" size="sm" mih={44} onClick={() => ask({ ...words.plain, act: dissolve })}>
        {words.end}
      </Button>
      {trip.start === null && <p className={styles.hint}>{tripTexts.sun.hint}</p>}
      {question !== null && <Ask question={question} isOpen={isAsking} onClose={() => setAsking(false)} />}
    </div>
  );
}

function StartDate({ trip, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (date: string) => {
    const isComplete = date >= EARLIEST;
    setTyped(isComplete ? null : date);
    // Without a date, its days keep it a trip.
    if (isComplete) onChange({ start: date, days: daysOf(trip) });
  };
  const leave = () => {
    if (typed === '' && trip.start !== null) onChange({ start: null, days: daysOf(trip) });
    setTyped(null);
  };
  return (
    <TextInput
      type="date"
      label={words.start}
      min={EARLIEST}
      max="9999-12-31"
      value={typed ?? trip.start ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

interface Question {
  title: string;
  text: string;
  confirm: string;
  act: () => void;
}

/** Asks before drives lose their day. */
function Ask({ question, isOpen, onClose }: { question: Question; isOpen: boolean; onClose: () => void }) {
  const { title, text, confirm, act } = question;
  const agree = () => {
    act();
    onClose();
  };
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title}>
      <p className={styles.question}>{text}</p>
      <div className={styles.actions}>
        <Button onClick={agree}>{confirm}</Button>
        <Button variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
