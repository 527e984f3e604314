import { describe, expect, it } from 'vitest';
import { describeShape } from '../../../src/service/shapes/describe-shape.ts';

describe('the shape of an answer', () => {
  it.each([
    ['name', 'Zoë Müller-O’Neil', '<text>'],
    ['id', 'R-91XQ4VDaMbFNzqMu3dZBqh', '<text>'],
    ['amount', '1240.50', '<figures>'],
    ['memo', '', '<empty>'],
    ['status', 'awaiting_approval', 'awaiting_approval'],
    ['status', 'Secret Person', '<text>'],
    ['currency', 'EUR', 'EUR'],
    ['lastName', 'EUR', '<text>'],
    ['field', 'merchant.name', 'merchant.name'],
    ['field', 'DE89370400440532013000', '<text>'],
    ['createdAt', '2026-06-01T12:34:56.789Z', '<time>'],
    ['dob', '1990-04-17', '<day>'],
    ['count', 4711, '<number>'],
    ['ok', true, '<boolean>'],
    ['memo', null, '<null>'],
  ])('%s: %j is %s', (field, value, kind) =>
    expect(describeShape({ [field]: value })).toEqual({ '': '<object>', [field]: kind }),
  );

  it('has every kind of a field in a list, and the order of the fields', () => {
    const records = [
      { status: 'active', b: null },
      { a: 'x', status: 'archived', b: 'x' },
    ];
    expect(Object.entries(describeShape({ records }))).toEqual([
      ['', '<object>'],
      ['records', '<list>'],
      ['records[]', '<object>'],
      ['records[].status', 'active archived'],
      ['records[].b', '<null> <text>'],
      ['records[].a', '<text>'],
    ]);
  });

  it('has no key that identifies anybody', () => {
    expect(
      Object.keys(describeShape({ EUR: '1.00', 'bank-transfer': 1, 'ada@example.com': 'x', 'R-1234': 2 })),
    ).toEqual(['', 'EUR', 'bank-transfer', '<key>']);
  });
});
