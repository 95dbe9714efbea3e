/** Work that can pause: it yields where it may, and never takes long between. */
export type Pausable<Result> = Generator<undefined, Result>;

interface Waiting {
  /** Works until `isOver`; whether it is finished. */
  readonly goOn: (isOver: () => boolean) => boolean;
}

/** How long one round of the event loop is worked on, in milliseconds. */
const TURN_MS = 20;

/** The event loop is one for the process: so is the line of those who wait for it. */
const line: Waiting[] = [];
let isTurnComing = false;

/**
 * Does the work in turns, one for each round of the event loop, whoever works: the loop stands for `TURN_MS` and the
 * longest step between two pauses, however many wait. Whoever is not finished in its turn goes to the end of the line.
 */
export function takeTurns<Result>(work: Pausable<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    line.push({
      goOn: (isOver) => {
        try {
          do {
            const step = work.next();
            if (step.done === true) {
              resolve(step.value);
              return true;
            }
          } while (!isOver());
          return false;
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return true;
        }
      },
    });
    callTurn();
  });
}

function callTurn(): void {
  if (isTurnComing || line.length === 0) return;
  isTurnComing = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  isTurnComing = false;
  const endsAt = performance.now() + TURN_MS;
  const isOver = (): boolean => performance.now() >= endsAt;
  while (line.length > 0 && !isOver()) {
    const first = line.shift();
    if (first?.goOn(isOver) === false) line.push(first);
  }
  callTurn();
}
