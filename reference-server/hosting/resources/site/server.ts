/** The server about itself: version and settings. */
import {ok} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {serverVersion} from '../../server-version.ts';

export const serverRoutes: readonly Route[] = [
  {
    operation: 'getVersion',
    method: 'GET',
    path: '/version',
    caller: 'anyone',
    areas: [],
    answer: () => ok({version: serverVersion}),
  },
  {
    operation: 'getGeneralAPISettings',
    method: 'GET',
    path: '/settings/api',
    caller: 'anyone',
    areas: [],
    answer: ({world: {settings}}) =>
      ok({
        max_response_items: settings.largestPageSize,
        default_paging_num: settings.defaultPageSize,
        default_git_trees_per_page: 1000,
        default_max_blob_size: 10_485_760,
        default_max_response_size: 104_857_600,
      }),
  },
];
