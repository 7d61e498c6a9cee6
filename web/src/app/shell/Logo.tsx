/** The logo: a road with two bends. Decorative, because its link has the name. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-pine-7)" />
      <path
        d="M9 26c0-5 14-4 14-9s-14-3-14-8c0-2 2-3 5-3h9"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
