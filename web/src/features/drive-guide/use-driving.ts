import type { GuideLine } from '@switchback/geo/guide/guide-line';
import type { GuideEvent, GuideState, Said, Shown } from '@switchback/geo/guide/guide-state';
import { shownOf } from '@switchback/geo/guide/shown';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { appendFixes, storeState } from '../../lib/offline/records.js';
import { useUnits } from '../../lib/store/store.js';
import { sentenceOf } from './sentences.js';
import { GuideSession } from './session.js';
import { beep, speak, stopVoice } from './voice.js';
import { type LocationFault, watchDevice } from './watch-device.js';

const TICK_MS = 1_000;

/** An event without its time. */
type Input = GuideEvent extends infer Event ? (Event extends GuideEvent ? Omit<Event, 'at'> : never) : never;

export interface Driving {
  shown: Shown;
  state: GuideState;
  /** The last sentence, for screen readers. */
  sentence: string;
  fault: LocationFault | null;
  isStored: boolean;
  send: (input: Input) => void;
  /** Stores what is not yet stored. */
  finish: () => Promise<GuideState>;
}

/** Guides along a line by the device's location, from a state on. One redraw a second. */
export function useDriving(line: GuideLine, userId: string, initial: GuideState): Driving {
  const [view, setView] = useState(() => ({ shown: shownOf(line, initial), state: initial }));
  const [sentence, setSentence] = useState('');
  const [fault, setFault] = useState<LocationFault | null>(null);
  const [isStored, setStored] = useState(true);
  const units = useUnits();
  const session = useRef<GuideSession | null>(null);
  const say = useEffectEvent((speech: readonly Said[]) => {
    for (const each of speech) {
      const text = sentenceOf(each, units);
      if (text === null) beep();
      else speak(text);
      if (text !== null) setSentence(text);
    }
  });
  useEffect(() => {
    const current = new GuideSession(line, initial, {
      storeState: (state) => storeState(userId, state),
      storeFixes: (fixes) => appendFixes(userId, fixes),
      say,
      show: (shown, state) => setView({ shown, state }),
      onNotStored: () => setStored(false),
    });
    session.current = current;
    const stopDevice = watchDevice(
      (fix) => {
        setFault(null);
        current.fix(fix, Date.now());
      },
      (found) => setFault(found),
    );
    const timer = setInterval(() => current.send({ kind: 'tick', at: Date.now() }), TICK_MS);
    const turn = () => {
      const isVisible = document.visibilityState === 'visible';
      current.send({ kind: 'page', at: Date.now(), isVisible });
      if (!isVisible) void current.flush();
    };
    const leave = () => void current.flush();
    document.addEventListener('visibilitychange', turn);
    addEventListener('pagehide', leave);
    void navigator.storage?.persist?.().catch(() => false);
    return () => {
      stopDevice();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turn);
      removeEventListener('pagehide', leave);
      stopVoice();
      void current.flush();
    };
  }, [line, userId, initial]);
  return {
    ...view,
    sentence,
    fault,
    isStored,
    send: (input) => session.current?.send({ ...input, at: Date.now() }),
    finish: async () => {
      await session.current?.flush();
      return session.current?.state ?? view.state;
    },
  };
}
