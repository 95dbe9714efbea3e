/** Sorts paths so that literal segments precede parameters: `/hits/days` is tried before `/hits/{id}`. */
export function bySpecificity(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = Number(left[i]?.startsWith('{')) - Number(right[i]?.startsWith('{'));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
