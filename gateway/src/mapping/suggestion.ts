import {
  type DriveSuggestion,
  type PlaceSuggestion,
  placeSuggestion,
  type SearchResult,
  searchResult,
} from '@switchback/contracts/resources/geo';
import { word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/search/v1/service';

export function toSearchResult({ type, label, value }: Pick<proto.Suggestion, keyof SearchResult>): SearchResult {
  return { type: word(searchResult.shape.type.options, type), label, value };
}

export function toDriveSuggestion({ label, value, relevance, exact }: proto.Suggestion): DriveSuggestion {
  return { type: 'drive', label, value, relevance, exact };
}

export function toPlaceSuggestion({ type, label, value, relevance, exact }: proto.Suggestion): PlaceSuggestion {
  return { type: word(placeSuggestion.shape.type.options, type), label, value, relevance, exact };
}
