import { heardText } from '../lib/text/units.js';

/** Figures that may be estimates: their mark is seen, and heard as "about". */
export function Figures({ text }: { text: string }) {
  const heard = heardText(text);
  if (heard === text) return <span>{text}</span>;
  return (
    <span>
      <span aria-hidden>{text}</span>
      <span className="visually-hidden">{heard}</span>
    </span>
  );
}
