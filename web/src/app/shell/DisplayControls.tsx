import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '../../components/icons.js';
import { unitsChosen } from '../../lib/store/interface-slice.js';
import { useAppDispatch, useUnits } from '../../lib/store/store.js';
import { texts } from '../../texts/en.js';
import styles from './Header.module.css';

const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** Units and colors: each press selects the next choice. */
export function DisplayControls() {
  const dispatch = useAppDispatch();
  const units = useUnits();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = ICONS[colorScheme];
  const nextScheme = SCHEMES[(SCHEMES.indexOf(colorScheme) + 1) % SCHEMES.length] ?? 'auto';
  return (
    <>
      <button
        type="button"
        className={styles.control}
        title={`${texts.display.units}: ${texts.display[units]}`}
        onClick={() => dispatch(unitsChosen(units === 'miles' ? 'kilometers' : 'miles'))}
      >
        <span className={styles.short} aria-hidden="true">
          {texts.display.short[units]}
        </span>
        <span className={styles.long}>{`${texts.display.units}: ${texts.display[units]}`}</span>
      </button>
      <button
        type="button"
        className={styles.control}
        title={`${texts.display.scheme}: ${texts.display[colorScheme]}`}
        onClick={() => setColorScheme(nextScheme)}
      >
        <Icon size={20} />
        <span className={styles.long}>{`${texts.display.scheme}: ${texts.display[colorScheme]}`}</span>
      </button>
    </>
  );
}
