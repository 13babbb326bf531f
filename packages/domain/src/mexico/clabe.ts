import { isAbmCode } from './banks.ts'

const WEIGHTS = [3, 7, 1]

/** The 18th digit of a CLABE: weights 3, 7, 1 over the first 17, each product modulo 10. */
export function clabeCheckDigit(first_17: string): number {
  let sum = 0
  for (const [index, digit] of [...first_17.slice(0, 17)].entries()) {
    sum += (Number(digit) * (WEIGHTS[index % 3] ?? 0)) % 10
  }
  return (10 - (sum % 10)) % 10
}

/** The bank's ABM code: the first three digits. */
export function bankBlock(clabe: string): string {
  return clabe.slice(0, 3)
}

/** 18 digits, the check digit right, of a bank that exists. Unknown plazas pass: their lists are incomplete. */
export function isClabe(clabe: string): boolean {
  if (!/^[0-9]{18}$/.test(clabe)) return false
  return clabeCheckDigit(clabe) === Number(clabe[17]) && isAbmCode(bankBlock(clabe))
}

/** The 11 digits of the account inside a CLABE. */
export function accountBlock(clabe: string): string {
  return clabe.slice(6, 17)
}
