import { Button } from '@mantine/core';
import type { GuideLine } from '@switchback/geo/guide/guide-line';
import { placeOn } from '@switchback/geo/guide/shown';
import { directionsTexts } from '../../texts/directions.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import { preferredApp } from '../directions/device.js';
import { legLink } from '../directions/links.js';
import { BUTTON } from './button.js';
import styles from './Driving.module.css';
import type { Driving } from './use-driving.js';

const words = driveGuideTexts.view;

/** Faults, and choices that the driver has: over the map. */
export function Hints({ driving, line }: { driving: Driving; line: GuideLine }) {
  const { shown, fault, isStored, send } = driving;
  return (
    <div className={styles.hints}>
      {fault !== null && <p className={styles.hint}>{words.faults[fault]}</p>}
      {fault === null && shown.isWaiting && <p className={styles.hint}>{words.waiting}</p>}
      {shown.isEstimated && !shown.isWaiting && <p className={styles.hint}>{words.estimated}</p>}
      {!isStored && <p className={styles.hint}>{words.notStored}</p>}
      <WayBack driving={driving} line={line} />
      {shown.question !== null && (
        <div className={styles.hint}>
          <p>{words.missed(shown.question.name)}</p>
          <div className={styles.buttons}>
            {(['go', 'skip'] as const).map((choice) => (
              <Button
                key={choice}
                {...BUTTON}
                variant={choice === 'go' ? 'filled' : 'default'}
                onClick={() => send({ kind: 'stop', index: shown.question!.index, choice })}
              >
                {words[choice]}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** Off the line: a way to it on a tap alone. */
function WayBack({ driving: { shown, send }, line }: { driving: Driving; line: GuideLine }) {
  if (shown.back === null || shown.going !== null) return null;
  const app = preferredApp();
  return (
    <div className={styles.buttons}>
      {shown.join !== null && (
        <Button {...BUTTON} onClick={() => send({ kind: 'join', meters: shown.join! })}>
          {words.joinNow}
        </Button>
      )}
      <Button
        {...BUTTON}
        variant="default"
        component="a"
        href={legLink(app, [placeOn(line, shown.back.meters)], { fromHere: true })}
        target="_blank"
        rel="noopener"
      >
        {words.wayBack(directionsTexts.apps[app])}
      </Button>
    </div>
  );
}
