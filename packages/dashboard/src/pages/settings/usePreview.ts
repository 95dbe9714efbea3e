import { useMutation } from '@tanstack/react-query';
import { callApi, type ResponseOf } from '../../api/callApi';
import { useProject } from '../../lib/useProject';

const PREVIEW = 'POST /api/0/projects/{org}/{project}/filters/preview';

/** A setting below `filters`. */
export type FilterName =
  'ips' | 'environments' | 'releases' | 'messages' | 'crawlers' | 'browserExtensions' | 'localhost' | 'legacyBrowsers';

/** What a filter would have dropped in the last 24 hours. */
export type Preview = ResponseOf<typeof PREVIEW>;

/** Returns a mutation that resolves to what entries of a filter would have dropped; it fails for an entry that is not valid. */
export function usePreview(filter: FilterName) {
  const params = useProject();
  return useMutation({
    mutationFn: (entries: readonly string[]) => callApi(PREVIEW, { params, body: { filter, entries: [...entries] } }),
  });
}
