/** The text of a report below docs/faults/. */
export function faultsReport(results, run) {
  const cases = casesOf(results);
  const broken = results.filter(({ outcome }) => outcome === 'broken');
  return [
    '# Faults',
    '',
    ...introduction(run),
    '',
    `${results.filter(({ outcome }) => outcome === 'held').length} runs held, ${broken.length} broke.`,
    '',
    ...table(cases),
    '',
    ...broken.map(
      ({ fault, title, seed, detail }) => `- **${fault} ${title}** broke on seed ${seed}: ${oneLine(detail)}`,
    ),
    '',
  ].join('\n');
}

function introduction({ startedAt, minutes, load, options, machine }) {
  return [
    'Made by `npm run faults`. The product’s own parts run as processes on real engines; a client keeps a log of every acknowledged write. After each fault that log is compared with the database, the search index, the events and what they brought about. Lost means acknowledged and absent; a write without an answer may be there or not, never half. A run’s choices come from its seed; the moments at which processes meet do not, so that a seed repeats the attempt and not the race.',
    '',
    `- ${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${minutes.toFixed(0)} minutes, from seed ${options.seed}${options.only ? `, only ${options.only}` : ''}${options.short ? ', short form' : ''}`,
    `- ${machine}`,
    `- Load average at the start: ${load.map((value) => value.toFixed(2)).join(', ')}`,
  ];
}

/** One entry a case, in the order in which they ran. */
function casesOf(results) {
  const cases = new Map();
  for (const result of results) {
    const name = `${result.fault} ${result.title}`;
    const known = cases.get(name) ?? { fault: result.fault, title: result.title, runs: [], notes: [] };
    if (result.seed === null) known.notes.push(`${result.outcome}: ${result.detail}`);
    else known.runs.push(result);
    cases.set(name, known);
  }
  return [...cases.values()];
}

function table(cases) {
  const header = ['fault', 'case', 'runs', 'held', 'seconds a run', 'what was seen'];
  const rows = cases.map(({ fault, title, runs, notes }) => {
    const held = runs.filter(({ outcome }) => outcome === 'held');
    return [fault, title, runs.length, held.length, secondsOf(runs), [...seen(held), ...notes].join('; ')];
  });
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
}

function secondsOf(runs) {
  if (runs.length === 0) return '';
  const sorted = runs.map(({ ms }) => ms / 1_000).sort((a, b) => a - b);
  const [low, middle, high] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) => value.toFixed(1));
  return low === high ? low : `${middle} (${low} to ${high})`;
}

/** Runs of a case say the same with other figures: each place shows the range of its figures. */
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
