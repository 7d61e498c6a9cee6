import { ELASTICSEARCH_URL, WITHOUT_ELASTICSEARCH } from '@switchback/testing/elasticsearch';
import { KAFKA_BROKERS, WITHOUT_KAFKA } from '@switchback/testing/kafka';

/** Spread into a case that needs Kafka. */
export const needsKafka: { skipped?: string } = KAFKA_BROKERS.length > 0 ? {} : { skipped: WITHOUT_KAFKA };

/** Spread into a case that needs Elasticsearch. */
export const needsElasticsearch: { skipped?: string } = ELASTICSEARCH_URL ? {} : { skipped: WITHOUT_ELASTICSEARCH };
