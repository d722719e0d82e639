/**
 * A value that is created when it is first asked for. Schemas are, because a request needs few of its resource's many,
 * and all of them would be a sixth of a cold start.
 */
export function lazily<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}
