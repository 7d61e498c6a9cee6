import { encode } from 'uqr';

interface Props {
  /** What whoever scans it reads. */
  text: string;
  /** What it is, for who does not see it. */
  label: string;
}

/** A QR code, drawn here: what it says goes to nobody else. Dark on light whatever the theme, as scanners expect. */
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
