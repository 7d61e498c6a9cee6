/** Returns the text of a report below docs/faults/. */
export function faultsReport(results, run) {
  const cases = casesOf(results);
  const runs = cases.flatMap((one) => one.runs);
  const broken = results.filter(({ outcome }) => outcome === 'broken');
  return [
    '# Faults',
    '',
    ...introduction(results, run),
    '',
    `${runs.filter(isHeld).length} runs held, ${runs.length - runs.filter(isHeld).length} broke.`,
    '',
    ...table(cases),
    '',
    ...(broken.length > 0 ? ['What broke on the way:', ''] : []),
    ...broken.map((result) => {
      const { fault, title, seed, at, detail } = result;
      const again = runs.find((one) => one.seed === seed && one.title === title && one.fault === fault);
      const since = isHeld(again) ? `, and held at ${minuteOf(again.at)}` : '';
      return `- **${fault} ${title}** broke on seed ${seed} at ${minuteOf(at)}${since}: ${oneLine(detail)}`;
    }),
    '',
  ].join('\n');
}

const isHeld = ({ outcome }) => outcome === 'held';
const minuteOf = (at) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function introduction(results, { options, machine }) {
  const times = results.map(({ at }) => at).sort();
  const loads = results.map(({ load }) => load).sort((a, b) => a - b);
  const minutes = results.reduce((sum, { ms }) => sum + ms, 0) / 60_000;
  return [
    'Made by `npm run faults`. The product’s own parts run as processes on real engines; a client keeps a log of every acknowledged write. After each fault that log is compared with the database, the search index, the events and what they brought about. Lost means acknowledged and absent; a write without an answer may be there or not, never half. A run’s choices come from its seed; the moments at which processes meet do not, so that a seed repeats the attempt and not the race.',
    '',
    `- ${minuteOf(times[0] ?? '')} to ${minuteOf(times.at(-1) ?? '')}, from seed ${options.seed}${options.only ? `, only ${options.only}` : ''}${options.short ? ', short form' : ''}; all runs added up took ${minutes.toFixed(0)} minutes, several went side by side`,
    `- ${machine}`,
    `- Load average: ${[loads[0], loads[loads.length >> 1], loads.at(-1)].map((load) => (load ?? 0).toFixed(1)).join(', ')} (lowest, median, highest)`,
  ];
}

/** One entry per case, in the order of the faults; if a seed ran more than once, the last run counts. */
function casesOf(results) {
  const cases = new Map();
  for (const result of results) {
    const name = `${result.fault} ${result.title}`;
    const known = cases.get(name) ?? { fault: result.fault, title: result.title, bySeed: new Map(), notes: [] };
    if (result.seed === null) known.notes.push(`${result.outcome}: ${result.detail}`);
    else known.bySeed.set(result.seed, result);
    cases.set(name, known);
  }
  const numberOf = ({ fault }) => Number(fault.slice(1));
  return [...cases.values()]
    .map(({ bySeed, ...one }) => ({ ...one, runs: [...bySeed.values()] }))
    .sort((a, b) => numberOf(a) - numberOf(b) || a.title.localeCompare(b.title));
}

function table(cases) {
  const header = ['fault', 'case', 'runs', 'held', 'times', 'seconds a run', 'what was seen'];
  const rows = cases.map(({ fault, title, runs, notes }) => {
    const held = runs.filter(isHeld);
    const times = held.reduce((sum, run) => sum + run.times, 0);
    return [fault, title, runs.length, held.length, times, secondsOf(runs), [...seen(held), ...notes].join('; ')];
  });
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
}

function secondsOf(runs) {
  if (runs.length === 0) return '';
  const sorted = runs.map(({ ms }) => ms / 1_000).sort((a, b) => a - b);
  const [low, middle, high] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) => value.toFixed(1));
  return low === high ? low : `${middle} (${low} to ${high})`;
}

/** Details of a case differ only in their numbers: shows the range of each number. */
function seen(held) {
  const [first] = held;
  if (!first) return [];
  const figures = held.map(({ detail }) =>
    [...detail.matchAll(NUMBER)].map(([text]) => Number(text.replaceAll(',', ''))),
  );
  let place = 0;
  return [
    first.detail.replace(NUMBER, () => {
      const values = figures.map((row) => row[place] ?? NaN).filter((value) => !Number.isNaN(value));
      place += 1;
      const [low, high] = [Math.min(...values), Math.max(...values)];
      return low === high ? String(low) : `${low} to ${high}`;
    }),
  ];
}

const NUMBER = /\d[\d,]*(?:\.\d+)?/g;

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 400);
}

function cell(text) {
  return oneLine(String(text)).replaceAll('|', '\\|');
}
