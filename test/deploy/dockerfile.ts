import { text } from './composeFile.js';

/** An instruction of a Dockerfile: `['COPY', '. .']`. */
type Instruction = readonly [keyword: string, rest: string];

/** A stage of a Dockerfile. The last one has no name. */
export interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages of `deploy/Dockerfile` with their instructions, in order; lines that continue are joined. */
export function dockerStages(): readonly Stage[] {
  const lines = text('deploy/Dockerfile')
    .replace(/\\\n/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, keyword = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push([keyword, rest]);
  }
  return stages;
}
