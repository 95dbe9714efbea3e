import { useMutation, useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query';
import { showToast } from '../lib/toasts';

/** A change that is shown before the server confirms it. */
export interface OptimisticChange<Input, Output> {
  readonly send: (input: Input) => Promise<Output>;
  /** Beginnings of the keys of all cached answers that the change touches (`operationKey`). They are restored if it fails. */
  readonly keys: readonly (readonly unknown[])[];
  /** Changes cached answers. Called for each of `keys`; the result replaces the answer. */
  readonly apply: (answer: unknown, input: Input) => unknown;
  /** What failed, for the toast: `The issue was not resolved`. */
  readonly failure: string;
}

type Snapshot = readonly (readonly [readonly unknown[], unknown])[];

const restore = (client: QueryClient, snapshot: Snapshot | undefined): void => {
  for (const [key, answer] of snapshot ?? []) client.setQueryData(key, answer);
};

/** Returns a mutation that changes the cache at once, restores it if the server refuses, and then reads again. */
export function useOptimistic<Input, Output>({
  send,
  keys,
  apply,
  failure,
}: OptimisticChange<Input, Output>): UseMutationResult<Output, Error, Input, Snapshot> {
  const client = useQueryClient();
  return useMutation<Output, Error, Input, Snapshot>({
    mutationFn: send,
    onMutate: async (input) => {
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
      const snapshot = keys.flatMap((queryKey) => client.getQueriesData({ queryKey }));
      for (const [key, answer] of snapshot) {
        if (answer !== undefined) client.setQueryData(key, apply(answer, input));
      }
      return snapshot;
    },
    onError: (error, _input, snapshot) => {
      restore(client, snapshot);
      showToast({ tone: 'bad', text: `${failure}: ${error.message}` });
    },
    onSettled: () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
