import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { unitsChosen } from '../../lib/interface-slice.js';
import { useAppDispatch, useUnits } from '../../lib/store.js';
import { texts } from '../../texts/en.js';
import styles from './Header.module.css';

const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** Units and colors: each press goes to the next choice. */
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
        {texts.display.short[units]}
      </button>
      <button
        type="button"
        className={styles.control}
        aria-label={`${texts.display.scheme}: ${texts.display[colorScheme]}`}
        onClick={() => setColorScheme(nextScheme)}
      >
        <Icon size={20} aria-hidden="true" />
      </button>
    </>
  );
}
