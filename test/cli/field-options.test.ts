import { describe, expect, it } from 'vitest';
import { fieldOptions } from '../../src/cli/field-options.ts';

describe('fields of an operation', () => {
  it.each([
    [['--id', 'R-1', '--page=2'], { id: 'R-1', page: '2' }],
    [['--address.city', 'Bonn', '--address.country', 'DE'], { 'address.city': 'Bonn', 'address.country': 'DE' }],
    [['--memo=--urgent', '--amount', '-1', '--note='], { memo: '--urgent', amount: '-1', note: '' }],
  ])('%j are read', (given, fields) => {
    expect({ ...fieldOptions(given) }).toEqual(fields);
  });

  it.each([
    [['--id', 'A', '--id', 'B'], '--id is given more than once. Give each field one value.'],
    [['--id=A', '--id', 'A'], '--id is given more than once. Give each field one value.'],
    [['--address', '{}', '--address.city', 'Bonn'], '--address is given more than once. Give each field one value.'],
    [['--address.city', 'Bonn', '--address', '{}'], '--address is given more than once. Give each field one value.'],
    [['--id'], '--id has no value. Enter fields as --field value.'],
    [['--id', '--page', '2'], '--id has no value. Enter fields as --field value.'],
    [['id', 'A'], '"id" is not a field. Enter fields as --field value.'],
    [['--a..b', 'A'], '"--a..b" is not a field. Enter fields as --field value.'],
    [['-i', 'A'], '"-i" is not a field. Enter fields as --field value.'],
  ])('%j are refused', (given, message) => {
    expect(() => fieldOptions(given)).toThrow(expect.objectContaining({ code: 'usage', message }));
  });
});
