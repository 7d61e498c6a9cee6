import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Who may import whom: the tags stand in each project's package.json. Paths inside a project: .dependency-cruiser.mjs. */
export const depConstraints = [
  { sourceTag: 'scope:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:geo', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:proto', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:tracks', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:geo', 'scope:testing'] },
  { sourceTag: 'scope:platform', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:geo', 'scope:proto'] },
  {
    sourceTag: 'scope:testing',
    onlyDependOnLibsWithTags: ['scope:contracts', 'scope:geo', 'scope:proto', 'scope:platform'],
  },
  {
    sourceTag: 'scope:service',
    onlyDependOnLibsWithTags: [
      'scope:contracts',
      'scope:geo',
      'scope:proto',
      'scope:tracks',
      'scope:platform',
      'scope:testing',
    ],
  },
  {
    sourceTag: 'scope:gateway',
    onlyDependOnLibsWithTags: ['scope:contracts', 'scope:geo', 'scope:proto', 'scope:platform', 'scope:testing'],
  },
  {
    sourceTag: 'scope:all',
    onlyDependOnLibsWithTags: [
      'scope:contracts',
      'scope:geo',
      'scope:proto',
      'scope:tracks',
      'scope:platform',
      'scope:testing',
      'scope:service',
      'scope:gateway',
    ],
  },
  // Programs, made of the processes that run by themselves.
  { sourceTag: 'scope:image', onlyDependOnLibsWithTags: ['scope:service', 'scope:gateway'] },
  // Outside the product, so nothing else may import it.
  {
    sourceTag: 'scope:lab',
    onlyDependOnLibsWithTags: [
      'scope:contracts',
      'scope:geo',
      'scope:proto',
      'scope:tracks',
      'scope:platform',
      'scope:testing',
      'scope:service',
      'scope:lab',
    ],
  },
  { sourceTag: 'scope:web', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:geo'] },
  { sourceTag: 'scope:e2e', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:geo', 'scope:testing'] },
];

/** Every service reaches the database in one way (ADR 50); `services/all` has none of its own. */
const SERVICE_SOURCES = 'services/!(all)/src';

const DEFAULT_NEXT_TO_TYPES = {
  selector: `ImportDeclaration:has(ImportDefaultSpecifier):has(ImportSpecifier[importKind="type"]):not(:has(ImportSpecifier[importKind="value"]))`,
  message: 'Import the types in a separate statement: dependency-cruiser ignores this default import.',
};
const LITERAL = ':matches(ArrayExpression, ObjectExpression, TSAsExpression[typeAnnotation.typeName.name="const"])';
const LITERAL_SPREADS = {
  selector: `:matches(SpreadElement, JSXSpreadAttribute) > ${LITERAL}`,
  message: 'Write the entries without the literal around them: the formatter decides where lines break.',
};
const EVERYWHERE = [DEFAULT_NEXT_TO_TYPES, LITERAL_SPREADS];
const QUERY = 'CallExpression[callee.property.name="query"]';
const SQL_ELSEWHERE = {
  selector: QUERY,
  message: 'Use a repository, or put the statement into a `*.sql.ts` file (ADR 50).',
};
const UNCHECKED_ROWS = {
  selector: `${QUERY}:not(ExpressionStatement > AwaitExpression > CallExpression)`,
  message: 'Read rows with `queryRows`, which checks them (ADR 50).',
};
const CLAIMED_ROWS = {
  selector: `${QUERY}[typeArguments]`,
  message: 'The type argument of `query` checks nothing: compare the rows without it (ADR 50).',
};

const LIMITS = {
  'max-lines': ['error', { max: 400 }],
  'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
};

export default ts.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'proto/gen/**', '**/.nx/**', 'web/public/**'] },
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: globals.node },
    rules: { ...LIMITS, 'no-restricted-syntax': ['error', LITERAL_SPREADS] },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.recommended],
    plugins: { '@nx': nx },
    rules: {
      ...LIMITS,
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints, banTransitiveDependencies: false },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // Nest reads constructor types at run time, so an import that looks unused as a value is one.
    files: ['services/**/*.ts', 'gateway/**/*.ts', 'libs/platform/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: [`${SERVICE_SOURCES}/**/*.ts`],
    // The search's connections, below the check of rows.
    ignores: ['services/search/src/index/postgres/sql.ts'],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, SQL_ELSEWHERE] },
  },
  {
    files: [`${SERVICE_SOURCES}/**/*.sql.ts`],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, UNCHECKED_ROWS] },
  },
  {
    files: [`${SERVICE_SOURCES}/**/*.{fixture,spec}.ts`, `${SERVICE_SOURCES}/migrations/*.ts`],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, CLAIMED_ROWS] },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    languageOptions: { globals: globals.browser },
    rules: {
      ...hooks.configs.flat.recommended.rules,
      'react-hooks/exhaustive-deps': 'error',
      // Says what the React compiler leaves out; none runs here.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    // A suite is one function, and so is a page's harness.
    files: ['**/*.spec.ts', '**/*.spec.tsx', '**/*conformance*.ts', '**/*.suite.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
);
