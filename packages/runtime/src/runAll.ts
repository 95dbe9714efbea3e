/** Runs steps, `atOnce` of them at the same time, also after one that fails. @throws the first error, after all steps */
export async function runAll(steps: Iterable<() => Promise<unknown>>, atOnce = 1): Promise<void> {
  const errors: unknown[] = [];
  const left = steps[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next())
      await next.value().catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (errors.length > 0) throw errors[0];
}
