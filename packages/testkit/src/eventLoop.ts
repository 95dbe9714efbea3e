/** Returns the number of rounds of the event loop that other work gets while `work` runs. */
export async function roundsDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return rounds;
}
