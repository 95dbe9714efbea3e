import { engineStacks } from '../engineStacks/engineStacks.js';
import { atSignStacks } from './atSignStacks.js';
import { nodeStacks } from './nodeStacks.js';
import { v8Stacks } from './v8Stacks.js';

export type { PrintedStack } from './v8Stacks.js';
export { atSignStacks } from './atSignStacks.js';
export { decoratedStacks } from './decoratedStacks.js';
export { nodeStacks } from './nodeStacks.js';
export { v8Stacks } from './v8Stacks.js';

const TEXTS = new Map([
  ...[v8Stacks, atSignStacks, nodeStacks].flat().map(({ name, stack }) => [name, stack] as const),
  ...engineStacks.flatMap(({ fault, ...printed }) =>
    Object.entries(printed).map(([engine, { stack }]) => [`${fault} in ${engine}`, stack] as const),
  ),
]);

/** The text of a stack by its name, or of a fault in an engine: `custom in firefox`. @throws if there is none */
export function textOfStack(name: string): string {
  const text = TEXTS.get(name);
  if (text === undefined) throw new Error(`no stack is named ${name}`);
  return text;
}
