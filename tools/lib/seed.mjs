// SEED=n draws the same random cases again, in property tests too; those print their seed when they fail.
import fc from 'fast-check';

const { SEED } = process.env;
if (SEED) fc.configureGlobal({ seed: Number(SEED) });
