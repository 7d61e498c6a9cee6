import type { ReactElement } from 'react';

interface IconProps {
  /** Side in pixels. */
  size?: number;
  /** Stroke width of an outlined icon, in units of its 24. */
  stroke?: number;
  className?: string | undefined;
}

type Icon = (props: IconProps) => ReactElement;

/* Icons of Tabler Icons (tabler.io/icons, MIT), 24 by 24, each the path data of its SVG file. The package would be a
   third of all files that a first start installs (ADR 48). Each is next to words or a label, so screen readers skip it. */

export function outlined(...paths: readonly string[]): Icon {
  return function Outlined({ size = 24, stroke = 2, className }) {
    return (
      <svg
        {...frame(size, className)}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={paths.join('')} />
      </svg>
    );
  };
}

export function filled(...paths: readonly string[]): Icon {
  return function Filled({ size = 24, className }) {
    return (
      <svg {...frame(size, className)} fill="currentColor">
        <path d={paths.join('')} />
      </svg>
    );
  };
}

function frame(size: number, className: string | undefined) {
  return { viewBox: '0 0 24 24', width: size, height: size, className, 'aria-hidden': true } as const;
}
