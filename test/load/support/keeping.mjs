/**
 * Runs `use` with a function that waits for whatever is being started and has it stopped (`stop` or `close`) when `use` ends, the latest
 * first. @returns what `use` does
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
