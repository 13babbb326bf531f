import type { TextBody } from './order.ts'
import { type Refusal, refusals } from './texts.ts'

/** STP's account types: 40 CLABE, 3 debit card, 10 mobile phone. */
const clabe = '40'
const card = '3'
const phone = '10'

/**
 * The check digit of a CLABE. Not shared with the domain's rule on purpose: the simulator must not repeat our mistakes.
 */
function clabeDigit(digits: string): number {
  const weights = [3, 7, 1]
  const sum = [...digits].reduce(
    (total, digit, at) => total + ((Number(digit) * (weights[at % 3] ?? 0)) % 10),
    0,
  )
  return (10 - (sum % 10)) % 10
}

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Compares the bank before the length, as a recorded refusal of a short account shows. */
function clabeRefusal(account: string, institution: string): Refusal | null {
  if (account.slice(0, 3) !== institution.slice(-3)) {
    return refusals.otherBank(account, institution)
  }
  if (!/^\d{18}$/.test(account)) return refusals.clabeLength
  if (clabeDigit(account.slice(0, 17)) !== Number(account[17])) {
    return refusals.checkDigit
  }
  return null
}

/** Checks the account that receives the money: CLABE, card or phone. Null: STP accepts it. */
export function beneficiaryAccountRefusal(body: TextBody): Refusal | null {
  const { tipoCuentaBeneficiario: type = '', cuentaBeneficiario: account = '' } = body
  if (type === clabe) return clabeRefusal(account, body.institucionContraparte ?? '')
  if (type === card) return /^\d{15,16}$/.test(account) && luhn(account) ? null : refusals.badAccount
  if (type === phone) return /^\d{10}$/.test(account) ? null : refusals.badAccount
  return refusals.accountType(type)
}

/** Whether an account at STP can pay: `ours` if it is configured, else any CLABE of STP. */
export function isPayer(account: string, ours: string | undefined): boolean {
  return ours === undefined ? /^646\d{15}$/.test(account) : account === ours
}

/** Checks the account that pays: a CLABE of STP, and `ours` if it is configured. Null: STP accepts it. */
export function payerAccountRefusal(body: TextBody, ours: string | undefined): Refusal | null {
  const { cuentaOrdenante: account = '' } = body
  const type = body.tipoCuentaOrdenante || clabe
  if (account === '') return refusals.noPayer
  if (type !== clabe) return refusals.accountType(type)
  if (!isPayer(account, ours)) return refusals.noAccount(account)
  if (account === body.cuentaBeneficiario) return refusals.sameAccount(account)
  return null
}
