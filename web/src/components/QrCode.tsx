import { encode } from 'uqr';

interface Props {
  /** Encoded text. */
  text: string;
  /** Accessible name. */
  label: string;
}

/**
 * A QR code, rendered locally so that its text is sent to no other service. Dark on light in any theme, as scanners
 * expect.
 */
export default function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={220} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
