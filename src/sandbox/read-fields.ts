import type { Body } from './call.ts';
import { type ErrorItem, Refusal, type RefusalCode } from './refusal.ts';

export interface TextRule {
  readonly required?: boolean;
  readonly max?: number;
  readonly form?: RegExp;
  readonly oneOf?: readonly string[];
}

/**
 * Reads fields of a body and collects their errors. Undefined: the field is absent. Null: it was sent as null or empty,
 * which clears it.
 */
export interface FieldReader {
  text(field: string, rule?: TextRule): string | null | undefined;
  texts(field: string): readonly string[] | undefined;
  flag(field: string): boolean | undefined;
  object(field: string): Body | null | undefined;
  wrong(code: RefusalCode, field: string, message: string): void;
  readonly errors: readonly ErrorItem[];
  /** Throws the collected errors, if there are any. */
  refuse(status?: number): void;
}

export function readFields(body: Body): FieldReader {
  const errors: ErrorItem[] = [];
  const wrong = (code: RefusalCode, field: string, message: string) => {
    errors.push({ code, field, message });
  };
  return {
    text(field, { required = false, max = 1000, form, oneOf } = {}) {
      const value = body[field];
      if (value === undefined || value === null || value === '') {
        if (required) wrong('empty_field', field, `${field} is required`);
        return value === undefined ? undefined : null;
      }
      if (typeof value !== 'string') wrong('invalid_field', field, `${field} must be a string`);
      else if (value.trim() === '') wrong('empty_field', field, `${field} is empty`);
      else if (value.length > max) wrong('invalid_field', field, `${field} has more than ${max} characters`);
      else if (form && !form.test(value)) wrong('invalid_field', field, `${field} is not valid`);
      else if (oneOf && !oneOf.includes(value))
        wrong('invalid_field', field, `${field} must be one of ${oneOf.join(', ')}`);
      else return value;
      return undefined;
    },
    texts(field) {
      const value = body[field];
      if (value === undefined) return undefined;
      if (value === null) return [];
      if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
      wrong('invalid_field', field, `${field} must be an array of strings`);
      return undefined;
    },
    flag(field) {
      const value = body[field];
      if (value === undefined || value === null) return undefined;
      if (typeof value === 'boolean') return value;
      wrong('invalid_field', field, `${field} must be a boolean`);
      return undefined;
    },
    object(field) {
      const value = body[field];
      if (value === undefined || value === null) return value;
      if (typeof value === 'object' && !Array.isArray(value)) return value as Body;
      wrong('invalid_field', field, `${field} must be an object`);
      return undefined;
    },
    wrong,
    errors,
    refuse(status) {
      if (errors.length > 0) throw new Refusal(errors, status);
    },
  };
}
