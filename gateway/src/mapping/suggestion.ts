import { type SearchResult, searchResult, type Suggestion } from '@switchback/contracts/resources/geo';
import { word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/search/v1/service';

export function toSearchResult({ type, label, value }: Pick<proto.Suggestion, keyof SearchResult>): SearchResult {
  return { type: word(searchResult.shape.type.options, type), label, value };
}

export function toSuggestion({ relevance, exact, ...result }: proto.Suggestion): Suggestion {
  return { ...toSearchResult(result), relevance, exact };
}
