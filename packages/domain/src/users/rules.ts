import { isBankCode } from '../mexico/banks.ts'
import { bankBlock, isClabe } from '../mexico/clabe.ts'

const TYPE_NAMES: Record<string, string> = {
  U0: 'Administrador Desarrollador',
  U1: 'Gerente',
  U2: 'Trabajador',
}

/** A user type in words. */
export function userTypeName(user_type: string): string {
  return TYPE_NAMES[user_type] ?? 'Desconocido'
}

export type BankData = {
  bank?: string | null | undefined
  debit_card_number?: string | null | undefined
  bank_account_number?: string | null | undefined
}

type Problem = { path: keyof BankData; message: string }

const DIGITS = 'La CLABE interbancaria debe contener exactamente 18 dígitos numéricos'

function bankProblem(bank: string): string | null {
  if (bank === '' || bank === 'N-A') return 'La entidad bancaria es obligatoria para Trabajadores'
  return isBankCode(bank) ? null : 'Seleccione una entidad bancaria válida'
}

function clabeProblem(clabe: string, bank: string): string | null {
  if (!/^[0-9]{18}$/.test(clabe)) return DIGITS
  if (!isClabe(clabe)) return 'La CLABE interbancaria no es válida. Revisa sus dígitos.'
  if (isBankCode(bank) && bank.slice(-3) !== bankBlock(clabe))
    return 'La CLABE no corresponde a la entidad bancaria elegida'
  return null
}

/** A form may hold anything before its fields are checked. */
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What is wrong with a worker's bank data (backoffice §5); the CLABE's bank must be the one chosen, or STP answers −22. */
export function bankDataProblems(data: BankData): Problem[] {
  const bank = text(data.bank)
  const found: Record<keyof BankData, string | null> = {
    bank: bankProblem(bank),
    debit_card_number: clabeProblem(text(data.debit_card_number), bank),
    bank_account_number: /^[0-9]{11}$/.test(text(data.bank_account_number))
      ? null
      : 'El número de cuenta bancaria debe contener exactamente 11 dígitos numéricos',
  }
  const problems: Problem[] = []
  for (const path of ['bank', 'debit_card_number', 'bank_account_number'] as const) {
    const message = found[path]
    if (message) problems.push({ path, message })
  }
  return problems
}

/** The part of the bank data that is kept: staff have none, whatever their form says. */
export function keptBankData(user_type: string, data: BankData): Required<BankData> {
  const none = { bank: null, debit_card_number: null, bank_account_number: null }
  if (user_type !== 'U2') return none
  return {
    bank: data.bank ?? null,
    debit_card_number: data.debit_card_number ?? null,
    bank_account_number: data.bank_account_number ?? null,
  }
}
