/** Hills with a road through them. Decoration only. */
export function RoadArt({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 1440 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <path data-hill="far" d="M0 250q180-120 360-40t330-30q200-110 390 0t360-40v280H0z" />
      <path data-hill="middle" d="M0 320q220-130 460-40t420-40q280-110 560 30v150H0z" />
      <path data-hill="near" d="M0 380q300-110 640-30t800-50v120H0z" />
      <path data-road="edge" d="M700 440c-40-40 190-40 180-74s-230-18-222-48 190-8 196-34-128-12-122-30 76-8 92-22" />
      <path data-road="line" d="M700 440c-40-40 190-40 180-74s-230-18-222-48 190-8 196-34-128-12-122-30 76-8 92-22" />
    </svg>
  );
}
