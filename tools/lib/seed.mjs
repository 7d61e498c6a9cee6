// SEED=n repeats the same random cases, also in property tests, which print their seed when they fail.
import fc from 'fast-check';

const { SEED } = process.env;
if (SEED) fc.configureGlobal({ seed: Number(SEED) });
