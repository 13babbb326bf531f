import type { TextBody } from './order.ts'
import type { Refusal } from './rules.ts'

/** STP's account types: 40 CLABE, 3 debit card, 10 mobile phone. */
const clabe = '40'
const card = '3'
const phone = '10'

/** Written apart from the domain's own rule on purpose: the counterpart must not share our mistakes. */
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

/** The bank is compared before the length, as a recorded refusal of a short account shows. */
function clabeRefusal(account: string, institution: string): Refusal | null {
  if (account.slice(0, 3) !== institution.slice(-3)) {
    return {
      id: -22,
      message: `La cuenta CLABE {${account}} no coincide para la institucion operante {${institution}}`,
    }
  }
  if (!/^\d{18}$/.test(account)) return { id: -23, message: 'Longitud_Clabe_Incorrecta' }
  if (clabeDigit(account.slice(0, 17)) !== Number(account[17])) {
    return { id: -21, message: 'Digito_Verificador_Invalido' }
  }
  return null
}

/** The account money goes to. */
export function beneficiaryAccountRefusal(body: TextBody): Refusal | null {
  const { tipoCuentaBeneficiario: type = '', cuentaBeneficiario: account = '' } = body
  if (type === clabe) return clabeRefusal(account, body.institucionContraparte ?? '')
  if (type === card)
    return /^\d{15,16}$/.test(account) && luhn(account) ? null : { id: 4, message: 'Cuenta invalida' }
  if (type === phone) return /^\d{10}$/.test(account) ? null : { id: 4, message: 'Cuenta invalida' }
  return { id: -11, message: `El tipo de cuenta ${type} es invalido` }
}

/** The account money comes from: a CLABE of STP's, and ours where the simulator was told which. */
export function payerAccountRefusal(body: TextBody, ours: string | undefined): Refusal | null {
  const { tipoCuentaOrdenante: type = '', cuentaOrdenante: account = '' } = body
  if (account === '') return { id: -200, message: 'Orden sin cuenta ordenante. Se rechaza por PLD' }
  if (type !== clabe) return { id: -11, message: `El tipo de cuenta ${type} es invalido` }
  const exists = ours === undefined ? /^646\d{15}$/.test(account) : account === ours
  if (!exists) return { id: -7, message: `La cuenta {${account}} no existe` }
  if (account === body.cuentaBeneficiario) return { id: -24, message: `Cuenta {${account}} - {MISMA_CUENTA}` }
  return null
}
