import { type SearchResult, searchResult } from '@switchback/contracts/resources/geo';
import { word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/search/v1/service';

export function toSuggestion({ type, label, value }: proto.Suggestion): SearchResult {
  return { type: word(searchResult.shape.type.options, type), label, value };
}
