type Value = string | number | boolean;
type Absent<T> = Extract<T, null | undefined>;

/** Names of primitive fields that match in both types; a field that may be absent in one may be absent in the other. */
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
 * Getters for every field that does not match in both types: a field that only one side gains does not compile. A
 * matching field may have a getter, too.
 */
type Mappers<From, To> = { [Name in Exclude<keyof To, SameField<From, To>>]: (from: From) => To[Name] } & {
  [Name in SameField<From, To>]?: (from: From) => To[Name];
};

/**
 * Maps an object to another that shares most of its fields. Only fields in `names` are passed on.
 * @param names every field of the result, in order.
 * @param absent value for a primitive field that is absent.
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
  // V8 drops an object's hidden class if many properties are added under computed names. A parsed object has one.
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as object;
  return (from) => {
    const to = { ...blank } as Record<keyof To, unknown>;
    for (const [name, read] of readers) to[name] = read(from);
    return to as To;
  };
}
