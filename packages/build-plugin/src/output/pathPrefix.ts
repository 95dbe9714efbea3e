import { urlOf } from '@sluice/uploader';

/**
 * Returns the path prefix of a public path, without the leading `/`: the path of a full URL; empty for a relative one (`./`).
 */
export function pathPrefix(publicPath: string): string {
  return (urlOf(publicPath, 'http://host/')?.pathname ?? publicPath).replace(/^\//, '');
}
