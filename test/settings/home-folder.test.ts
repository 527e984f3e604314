import { describe, expect, it } from 'vitest';
import { findHome } from '../../src/settings/home-folder.ts';

/** Who works where, which folders are there, and which home that is. */
const CASES: readonly {
  readonly title: string;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly folders?: readonly string[];
  readonly home: string;
}[] = [
  { title: 'one folder of the user', home: '/home/ana/.local/share/payrun' },
  { title: 'the same from another folder', cwd: '/srv/pay', home: '/home/ana/.local/share/payrun' },
  { title: 'where XDG says', env: { HOME: '/home/ana', XDG_DATA_HOME: '/data/ana' }, home: '/data/ana/payrun' },
  {
    title: 'not where XDG says a relative path',
    env: { HOME: '/home/ana', XDG_DATA_HOME: 'data' },
    home: '/home/ana/.local/share/payrun',
  },
  { title: 'that of the account without HOME', env: {}, home: '/home/of-the-account/.local/share/payrun' },
  {
    title: 'that of the account with a relative HOME',
    env: { HOME: '.' },
    home: '/home/of-the-account/.local/share/payrun',
  },
  { title: 'the .payrun that is there', folders: ['/home/ana/june/.payrun'], home: '/home/ana/june/.payrun' },
  { title: 'the .payrun of a folder above', folders: ['/home/ana/.payrun'], home: '/home/ana/.payrun' },
  { title: 'the .payrun of the root', folders: ['/.payrun'], home: '/.payrun' },
  {
    title: 'the nearest .payrun of several',
    folders: ['/home/ana/.payrun', '/home/ana/june/.payrun'],
    home: '/home/ana/june/.payrun',
  },
  {
    title: 'not the .payrun of a folder beside',
    folders: ['/home/ana/may/.payrun'],
    home: '/home/ana/.local/share/payrun',
  },
];

describe('the home if none is configured is', () => {
  it.each(CASES)('$title', ({ cwd = '/home/ana/june', env = { HOME: '/home/ana' }, folders = [], home }) => {
    const isFolder = (path: string) => folders.includes(path);
    expect(findHome({ env, cwd, isFolder, userFolder: () => '/home/of-the-account' })).toBe(home);
  });
});
