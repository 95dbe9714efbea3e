/** Returns a function that says whether so many milliseconds have passed. */
export function timer(milliseconds: number): () => boolean {
  const endMs = performance.now() + milliseconds;
  return () => performance.now() >= endMs;
}
