import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties of our own style sheets. */
    [name: `--${string}`]: string | number;
  }
}
