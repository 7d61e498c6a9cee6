type Value = string | number | boolean;
type Absent<T> = Extract<T, null | undefined>;

/** Names of plain values that both have alike; where one may be absent, so may the other. */
type SameField<From, To> = {
  [Name in keyof From & keyof To]-?: NonNullable<From[Name]> extends Value & NonNullable<To[Name]>
    ? [Absent<From[Name]>, Absent<To[Name]>] extends [infer Lacking, infer Allowed]
      ? [Lacking] extends [never]
        ? Name
        : [Allowed] extends [never]
          ? never
          : Name
      : never
    : never;
}[keyof From & keyof To];

/**
 * How to get every field that is not the same on both sides: one that a side gains and the other lacks does not compile.
 * One that is the same may be had in another way.
 */
type Mappers<From, To> = { [Name in Exclude<keyof To, SameField<From, To>>]: (from: From) => To[Name] } & {
  [Name in SameField<From, To>]?: (from: From) => To[Name];
};

/**
 * Maps an object to another that shares most of its fields. Only fields in `names` are passed on.
 * @param names every field of the result, in its order.
 * @param absent what stands for a plain value that is absent.
 */
export function mapperOf<From extends object, To extends object>(
  names: readonly (keyof To)[],
  absent: null | undefined,
  mappers: Mappers<From, To>,
): (from: From) => To {
  const own = mappers as Partial<Record<keyof To, (from: From) => unknown>>;
  const readers = names.map((name) => {
    return [name, own[name] ?? ((from: From) => from[name as unknown as keyof From] ?? absent)] as const;
  });
  // V8 lets go of an object's shape where many properties are added by computed names. Parsed, this one has a shape.
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as object;
  return (from) => {
    const to = { ...blank } as Record<keyof To, unknown>;
    for (const [name, read] of readers) to[name] = read(from);
    return to as To;
  };
}
