/** What the bus's things are called in Kafka. A group id holds one `@`, which no topic's name may have. */
export class KafkaNames {
  constructor(private readonly prefix: string) {}

  topic(topic: string): string {
    return this.prefix + topic;
  }

  /** Where a group's dead letters wait. */
  deadLetters(topic: string, group: string): string {
    return `${this.prefix}${topic}.${group}.dead`;
  }

  /** What a group gets again, beside the topic itself and for this group alone. */
  redrives(topic: string, group: string): string {
    return `${this.prefix}${topic}.${group}.redrive`;
  }

  group(topic: string, group: string): string {
    return `${this.prefix}${group}@${topic}`;
  }

  /** For a look into a topic that no group takes part in. */
  reader(id: string): string {
    return `${this.prefix}reader-${id}`;
  }

  /** For a process that follows a topic: a group of its own, without a position. */
  follower(id: string): string {
    return `${this.prefix}follower-${id}`;
  }

  /** The topic and the group of a group id that was made by `group`. */
  parseGroup(groupId: string): { topic: string; group: string } | undefined {
    if (!groupId.startsWith(this.prefix)) return undefined;
    const [group, topic, rest] = groupId.slice(this.prefix.length).split('@');
    return group && topic && rest === undefined ? { topic, group } : undefined;
  }
}
