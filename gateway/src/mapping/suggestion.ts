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

export function toDriveSuggestion(suggestion: proto.Suggestion): DriveSuggestion {
  const { label, value, relevance, exact, states, distance, approximate } = suggestion;
  return { type: 'drive', label, value, relevance, exact, states, distance, approximate };
}

export function toPlaceSuggestion({ type, label, value, relevance, exact }: proto.Suggestion): PlaceSuggestion {
  return { type: word(placeSuggestion.shape.type.options, type), label, value, relevance, exact };
}
