import { readColors } from '../color-list.ts';
import { type Change, type Setting, unseen } from './setting.ts';

/**
 * The colors of the recipient widget, which the service does not show. Colors that the row does not name are unchanged.
 */
export const widgetColorsSetting: Setting = {
  name: 'widget colors',
  columns: ['widgetColors'],
  async differences(context) {
    const colors = readColors(context.cells.widgetColors!) as Readonly<Record<string, string>>;
    const unlike = Object.entries(colors).flatMap(([name, color]) => {
      const hex = color.replace('#', '').toLowerCase();
      const found = unseen(context, `color.${name}`, hex);
      return found ? [{ name, hex, ...found }] : [];
    });
    if (unlike.length === 0) return [];
    const change: Change = {
      what: unlike.map(({ name }) => name).join(', '),
      before: unlike.some(({ before }) => before !== null) ? 'set, to something else' : null,
      after: unlike.map(({ name, hex }) => `${name} #${hex}`).join(', '),
      remember: Object.assign({}, ...unlike.map(({ remember }) => remember)),
      send: async (service, signal) => {
        const body = { colors: Object.fromEntries(unlike.map(({ name, hex }) => [name, `#${hex}`])) };
        await service.call('setWidgetColors', { body }, { signal });
        return undefined;
      },
    };
    return [change];
  },
};
