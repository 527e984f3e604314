/**
 * Check digits of the government IDs for which a wrong one is an error. The caller has checked the form: every function
 * expects the ID without separators, in upper case.
 */

/**
 * Brazil, CPF, 11 digits: two check digits, weights from 2 upwards from the right, 11 minus the remainder by 11. A
 * single repeated digit is invalid.
 */
export function isCpf(digits: string): boolean {
  return !isOneCharacter(digits) && brazilian(digits, 9, 10) && brazilian(digits, 10, 11);
}

/**
 * Brazil, CNPJ, 14 characters: the same with weights 2 to 9, repeated. Since July 2026 the first twelve may be letters;
 * the value of a character is its ASCII code minus 48, which does not change the value of digits.
 */
export function isCnpj(code: string): boolean {
  return !isOneCharacter(code) && brazilian(code, 12, 9) && brazilian(code, 13, 9);
}

function brazilian(code: string, length: number, highestWeight: number): boolean {
  let sum = 0;
  let weight = 2;
  for (let index = length - 1; index >= 0; index--) {
    sum += (code.charCodeAt(index) - 48) * weight;
    weight = weight === highestWeight ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return code.charCodeAt(length) - 48 === (rest < 2 ? 0 : 11 - rest);
}

function isOneCharacter(text: string): boolean {
  for (let index = 1; index < text.length; index++) if (text[index] !== text[0]) return false;
  return true;
}

/**
 * Argentina, CUIT, CUIL or CDI, 11 digits: weights 2 to 7 from the right, 11 minus the remainder by 11; a result of 11
 * becomes 0. A result of 10 is not issued, or becomes 9.
 */
export function isCuit(digits: string): boolean {
  const rest = 11 - (weightedFromRight(digits, 10) % 11);
  return digits.charCodeAt(10) - 48 === (rest === 11 ? 0 : rest === 10 ? 9 : rest);
}

/**
 * Chile, RUT or RUN: weights 2 to 7 from the right, 11 minus the remainder by 11; a result of 11 becomes 0, and 10
 * becomes K.
 */
export function isRut(code: string): boolean {
  const last = code.length - 1;
  const rest = 11 - (weightedFromRight(code, last) % 11);
  return code[last] === (rest === 11 ? '0' : rest === 10 ? 'K' : String(rest));
}

function weightedFromRight(digits: string, length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index++) {
    sum += (digits.charCodeAt(length - 1 - index) - 48) * (2 + (index % 6));
  }
  return sum;
}
