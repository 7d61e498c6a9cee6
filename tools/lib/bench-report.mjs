/** Returns the text of a report below docs/benchmarks/. */
export function benchReport(results, run) {
  const missed = results.filter(({ met }) => !met).length;
  return [
    '# Benchmarks',
    '',
    ...introduction(run),
    '',
    `${results.length} figures, ${results.length - missed} within their targets, ${missed} not.`,
    '',
    ...table(results),
    '',
    ...notes(results),
  ].join('\n');
}

function introduction({ startedAt, minutes, load, isBusy, options, failures, machine }) {
  return [
    'Made by `npm run bench`. Floor and ours are measured in the same run on the same machine, in turns (floor, ours, ours, floor), after their answers were found to be the same. Figures are medians over the rounds with the lowest and the highest; a ratio is made within each round. Latencies under load are those of an open loop.',
    '',
    `- ${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${minutes.toFixed(0)} minutes, ${options.rounds} rounds, seed ${options.seed}, sizes ${options.sizes}${options.engines ? ', both sets of engines' : ''}${options.only ? `, only ${options.only}` : ''}`,
    `- ${machine}`,
    `- Load average at the start: ${load.map((value) => value.toFixed(2)).join(', ')}${isBusy ? '. **The machine had other work: take the figures as rough.**' : ''}`,
    ...failures.map((part) => `- **${part} did not run to its end.**`),
  ];
}

function table(results) {
  const header = ['goal', 'drives', 'measure', 'floor', 'ours', 'ratio', 'target', ''];
  const rows = [...results]
    .sort(byGoal)
    .map((result) => [
      result.goal,
      result.size,
      result.measure,
      result.floor ? `${spreadText(result.floor)} ${result.unit}` : '',
      `${spreadText(result.ours)} ${result.unit}`,
      result.ratio ? spreadText(result.ratio) : '',
      result.target,
      result.met ? 'met' : '**missed**',
    ]);
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
}

function notes(results) {
  const told = new Map();
  for (const { goal, size, measure, note } of [...results].sort(byGoal)) {
    if (note) told.set(`${goal} ${measure}: ${note}`, [...(told.get(`${goal} ${measure}: ${note}`) ?? []), size]);
  }
  return [...told].map(([text, sizes]) => `- ${text.replace(/^([A-Z]\d+)/, `$1 (${sizes.join(', ')})`)}`).concat('');
}

/** Sorts speed goals first, then by number; results of one goal keep their order. */
function byGoal(a, b) {
  const kind = (goal) => (goal.startsWith('P') ? 0 : 1);
  return kind(a.goal) - kind(b.goal) || Number(a.goal.slice(1)) - Number(b.goal.slice(1));
}

function spreadText({ median, low, high }) {
  const [middle, ...ends] = [median, low, high].map(figure);
  return ends.every((end) => end === middle) ? middle : `${middle} (${ends.join(' to ')})`;
}

/** Rounds to three significant digits. */
function figure(value) {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

function cell(text) {
  return String(text).replaceAll('|', '\\|');
}
