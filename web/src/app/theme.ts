import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Pine green, as roads through woods. Shade 7 has enough contrast for white text in both color schemes. */
const pine: MantineColorsTuple = [
  '#eaf6f2',
  '#d5ebe3',
  '#a9d7c7',
  '#78c2a9',
  '#52b090',
  '#36a07e',
  '#228668',
  '#12704f',
  '#0c5b41',
  '#064732',
];

const ink: MantineColorsTuple = [
  '#d5dad8',
  '#b3bbb8',
  '#98a29e',
  '#6d7874',
  '#46504c',
  '#333b38',
  '#262d2a',
  '#1b211f',
  '#141917',
  '#0d1110',
];

const DIALOG_TITLE = { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 };
/** Contrasts with the page behind it, even a dark one. */
const DIALOG_SURFACE = { background: 'var(--sb-surface)' };

/** A field's error is read out when it appears. */
const FIELD = { size: 'md', errorProps: { role: 'alert' } };

/** One type scale, one spacing scale, one set of radii; all other styles refer to these. */
export const theme = createTheme({
  colors: { pine, dark: ink },
  primaryColor: 'pine',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.28,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: 'clamp(2rem, 1.2rem + 3.6vw, 3.5rem)', lineHeight: '1.08' },
      h2: { fontSize: '1.5rem', lineHeight: '1.2' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.3' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Drawer: { styles: { title: DIALOG_TITLE } },
    Modal: { styles: { title: DIALOG_TITLE, content: DIALOG_SURFACE, header: DIALOG_SURFACE } },
    Button: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    MultiSelect: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: FIELD },
    PasswordInput: { defaultProps: FIELD },
    Textarea: { defaultProps: FIELD },
  },
});
