import { KINDS } from '@switchback/contracts/rules/drives';
import {
  commonFilters,
  type FacetRow,
  kindAlone,
  RANGE_CHOICES,
  type RangeChoice,
  type RangeFacet,
  REPLACED,
  replacedConditions,
  REPLACING_FACETS,
  type ReplacingFacet,
} from '../facets.js';
import type { FacetsQuery } from '../search-index.js';
import { columnOf } from '../../document.js';
import { Parameters, type Statement } from './sql.js';
import { conditionsOf, satisfies, visible, type WhereOptions } from './where.js';

/**
 * Counts the drives of every choice. Collects the drives that any choice can find once, each with the parts of the
 * query that it satisfies.
 */
export function facetsStatement(query: FacetsQuery, options: WhereOptions): Statement {
  const parameters = new Parameters();
  const { filters, caller } = query;
  const where = conditionsOf(commonFilters(query), caller, options, parameters).join(' and ');
  const kinds = KINDS.map((kind) => `${visible(kindAlone(query, kind), caller, parameters)} as is_${kind}`);
  const within = (facet: RangeFacet) =>
    ['true', ...replacedConditions(filters, facet).flatMap((condition) => satisfies(condition, parameters))].join(
      ' and ',
    );
  const columns = Object.values(REPLACED).map((field) => `d.${columnOf(field)}`);
  const choices = choicesOf(parameters);
  const counts = choices.map(
    ({ facet, condition }, index) => `count(*) filter (where ${condition} and ${others(facet)})::int as n${index}`,
  );
  const rows = choices.map(({ facet, value }, index) => `('${facet}', '${value}', n${index})`);
  return {
    text: `with found as materialized (select d.tags, ${columns.join(', ')}, ${kinds.join(', ')},
        ${visible(filters, caller, parameters)} as in_kinds, ${within('curviness')} as in_curviness,
        ${within('stars')} as in_stars, ${within('duration')} as in_duration from drive d where ${where})
      select r.* from (select ${counts.join(', ')} from found) n,
        lateral (values ${rows.join(', ')}) r (facet, value, count)
      union all
      select 'tags', tag, count(*)::int from found, unnest(tags) tag where ${others('tags')} group by tag`,
    values: parameters.values,
  };
}

/** Tests whether a found drive satisfies the parts of the query that the facet does not replace. */
function others(facet: FacetRow['facet']): string {
  return REPLACING_FACETS.filter((other) => other !== facet)
    .map((other) => `in_${other}`)
    .join(' and ');
}

function choicesOf(parameters: Parameters): { facet: ReplacingFacet; value: string; condition: string }[] {
  return [
    ...KINDS.map((kind) => ({ facet: 'kinds' as const, value: kind, condition: `is_${kind}` })),
    ...RANGE_CHOICES.map((choice) => ({ ...choice, condition: inRange(choice, parameters) })),
  ];
}

function inRange({ facet, ...range }: RangeChoice, parameters: Parameters): string {
  const ends = [
    ['>=', range.min],
    ['<=', range.max],
    ['<', range.below],
  ] as const;
  return ends
    .flatMap(([operator, end]) =>
      Number.isFinite(end) ? [`${columnOf(REPLACED[facet])} ${operator} ${parameters.add(end, 'float8')}`] : [],
    )
    .join(' and ');
}
