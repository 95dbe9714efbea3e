import type { ApiClient } from '../../../client/apiClient.js';
import type { Answer } from '../../../context.js';
import { text, wire, wires, type Wire } from '../../../output/cells.js';
import { sections } from '../../../output/sections.js';
import { printable } from '../../../output/printable.js';
import type { Style } from '../../../output/style.js';
import { facts as factsTable } from '../../../output/table.js';
import { plural } from '../../../output/words.js';
import { causePrefix } from '../../exceptions/causePrefix.js';
import { NO_FRAMES } from '../../exceptions/describeStack.js';
import { describeFrame, explainFrame, type ExplainedFrame } from './explainedFrame.js';
import { frameFilename } from './frameFilename.js';
import { readReleaseFacts } from './releaseFacts.js';

/** Explains how the frames of an exception and its causes resolve now. */
export async function explainException(client: ApiClient, id: string): Promise<Answer> {
  const exception = wire((await client.call({ path: ['exceptions', id] })).body);
  const release = typeof exception['release'] === 'string' ? exception['release'] : null;
  const errors = [exception, ...wires(exception['causes'])];
  const isMissing = errors.some(({ frames }) => wires(frames).some(({ unresolved }) => needsFacts(unresolved)));
  const facts = await readReleaseFacts(client, isMissing ? release : null);
  const explained = errors.map(({ type = null, message = null, parent = null, frames }) => ({
    type,
    message,
    parent,
    frames: wires(frames).map((frame) => explainFrame(frame, filenameOf(frame), facts)),
  }));
  const value = { exception: id, release, errors: explained };
  const failed = !explained.some(({ frames }) => frames.some(({ original }) => original !== null));
  return { value, human: (style) => describe(value, style), failed };
}

const needsFacts = (unresolved: unknown): boolean => unresolved === 'no_map' || unresolved === 'bad_map';

const filenameOf = ({ file }: Wire): string | null => (typeof file === 'string' ? frameFilename(file) : null);

interface ExplainedError {
  readonly type: unknown;
  readonly message: unknown;
  readonly parent: unknown;
  readonly frames: readonly ExplainedFrame[];
}

function describe(
  { exception, release, errors }: { exception: string; release: string | null; errors: readonly ExplainedError[] },
  style: Style,
): string {
  const frames = errors.flatMap((error) => error.frames);
  const resolved = frames.filter(({ original }) => original !== null).length;
  const explained = new Set<string>();
  return sections(
    [
      [
        '',
        factsTable(
          [
            ['exception', exception],
            ['release', text(release)],
            ['resolved', `${resolved} of ${plural(frames.length, 'frame')}`],
          ],
          style,
        ),
      ],
      ...errors.map(
        (error, index) =>
          [
            printable(`${causePrefix(errors, index)}${text(error.type)}: ${text(error.message, 200)}`),
            frames.length === 0
              ? style.yellow(NO_FRAMES)
              : error.frames.map((frame) => describeFrame(once(frame, explained), style)).join('\n'),
          ] as const,
      ),
    ],
    style,
  );
}

/** Omits source lines, and repeated explanations of the same file. */
function once(frame: ExplainedFrame, explained: Set<string>): ExplainedFrame {
  if (frame.original !== null) return { ...frame, original: { ...frame.original, context: null } };
  const key = frame.unresolved === 'no_map' ? `${frame.filename ?? ''} ${frame.why ?? ''}` : (frame.why ?? '');
  if (explained.has(key)) return { ...frame, filename: null, why: 'as above', nearest: [] };
  explained.add(key);
  return frame;
}
