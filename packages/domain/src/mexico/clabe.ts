import { isAbmCode } from './banks.ts'

const WEIGHTS = [3, 7, 1]

/** Calculates the 18th digit of a CLABE from the first 17: weights 3, 7, 1, each product modulo 10. */
export function clabeCheckDigit(first_17: string): number {
  let sum = 0
  for (const [index, digit] of [...first_17.slice(0, 17)].entries()) {
    sum += (Number(digit) * (WEIGHTS[index % 3] ?? 0)) % 10
  }
  return (10 - (sum % 10)) % 10
}

/** Says what is wrong with a typed CLABE, or returns null. */
export function clabeProblem(clabe: string): string | null {
  if (!/^[0-9]{18}$/.test(clabe)) return 'La CLABE lleva 18 números.'
  return isClabe(clabe) ? null : 'La CLABE interbancaria no es válida. Revisa sus dígitos.'
}

/** Returns the ABM code of a CLABE's bank: the first three digits. */
export function bankBlock(clabe: string): string {
  return clabe.slice(0, 3)
}

/**
 * True for a valid CLABE: 18 digits, a correct check digit, and an active or former bank. It does not check the plaza
 * (digits 4 to 6), because the available lists of plazas are incomplete.
 */
export function isClabe(clabe: string): boolean {
  if (!/^[0-9]{18}$/.test(clabe)) return false
  return clabeCheckDigit(clabe) === Number(clabe[17]) && isAbmCode(bankBlock(clabe))
}

/** Returns the account number inside a CLABE: digits 7 to 17. */
export function accountBlock(clabe: string): string {
  return clabe.slice(6, 17)
}
