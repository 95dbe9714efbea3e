/**
 * Runs `use` with a function that waits for a resource and stops it (`stop` or `close`) when `use` ends, in reverse
 * order.
 *
 * @returns the result of `use`
 */
export async function keeping(use) {
  const kept = [];
  const keep = async (starting) => {
    const one = await starting;
    kept.push(one);
    return one;
  };
  try {
    return await use(keep);
  } finally {
    for (const one of kept.reverse()) await (one.stop ?? one.close)();
  }
}
