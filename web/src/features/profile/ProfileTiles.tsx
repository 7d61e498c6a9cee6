import type { Units } from '@switchback/contracts/rules/units';
import { useUnits } from '../../lib/store/store.js';
import { fromMeters, numberText, toMeters } from '../../lib/text/units.js';
import { profileTexts } from '../../texts/profile.js';
import styles from './Profile.module.css';
import { tilesOf, type ProfileView, type Tile } from './profile-view.js';

const words = profileTexts.stats;

/** Shows the totals of a user's drives as tiles. */
export function ProfileTiles({ view }: { view: ProfileView }) {
  const units = useUnits();
  return (
    <dl className={styles.tiles} aria-label={words.label}>
      {tilesOf(view).map(([tile, value]) => {
        return (
          <div key={tile} className={styles.tile}>
            <dt>{tile === 'miles' ? words[units] : words[tile]}</dt>
            {value === null ? (
              <dd title={words.upgrade}>
                <span aria-hidden="true">{words.notCounted}</span>
                <span className="visually-hidden">{words.upgrade}</span>
              </dd>
            ) : (
              <dd>{numberText(figure(tile, value, units), 2)}</dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

/** Converts a figure to the user's units; distances arrive in miles. */
function figure(tile: Tile, value: number, units: Units): number {
  return tile === 'miles' && units !== 'miles' ? fromMeters(toMeters(value, 'miles'), units) : value;
}
