/** Names of the bus's topics and groups in Kafka. A group id contains one `@`, which is not allowed in topic names. */
export class KafkaNames {
  constructor(private readonly prefix: string) {}

  topic(topic: string): string {
    return this.prefix + topic;
  }

  /** Topic of a group's dead letters. */
  deadLetters(topic: string, group: string): string {
    return `${this.prefix}${topic}.${group}.dead`;
  }

  /** Topic of a group's redrives; only this group consumes it, in addition to the topic itself. */
  redrives(topic: string, group: string): string {
    return `${this.prefix}${topic}.${group}.redrive`;
  }

  group(topic: string, group: string): string {
    return `${this.prefix}${group}@${topic}`;
  }

  /** Temporary group for reading a topic without joining any real group. */
  reader(id: string): string {
    return `${this.prefix}reader-${id}`;
  }

  /** Group of a process that follows a topic: unique, without a stored position. */
  follower(id: string): string {
    return `${this.prefix}follower-${id}`;
  }

  /** Parses a group id made by `group` into its topic and group. */
  parseGroup(groupId: string): { topic: string; group: string } | undefined {
    if (!groupId.startsWith(this.prefix)) return undefined;
    const [group, topic, rest] = groupId.slice(this.prefix.length).split('@');
    return group && topic && rest === undefined ? { topic, group } : undefined;
  }
}
