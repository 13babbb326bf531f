import { isBankCode } from '../mexico/banks.ts'
import { bankBlock, clabeProblem } from '../mexico/clabe.ts'

const TYPE_NAMES: Record<string, string> = {
  U0: 'Administrador Desarrollador',
  U1: 'Gerente',
  U2: 'Trabajador',
}

/** Returns the Spanish name of a user type; `Desconocido` for an unknown type. */
export function userTypeName(user_type: string): string {
  return TYPE_NAMES[user_type] ?? 'Desconocido'
}

/** True if the staff user `me` may create, edit and invite such a user: managers only workers, admins everybody. */
export function mayEditUser(me: { user_type: string }, one: { user_type: string }): boolean {
  return me.user_type === 'U0' || one.user_type === 'U2'
}

/** Bank data of a worker: `bank` is a SPEI code, `debit_card_number` a CLABE. */
export type BankData = {
  bank?: string | null | undefined
  debit_card_number?: string | null | undefined
  bank_account_number?: string | null | undefined
}

type Problem = { path: keyof BankData; message: string }

function bankProblem(bank: string): string | null {
  if (bank === '' || bank === 'N-A') return 'La entidad bancaria es obligatoria para Trabajadores'
  return isBankCode(bank) ? null : 'Seleccione una entidad bancaria válida'
}

function accountProblem(clabe: string, bank: string): string | null {
  const problem = clabeProblem(clabe)
  if (problem !== null) return problem
  if (isBankCode(bank) && bank.slice(-3) !== bankBlock(clabe))
    return 'La CLABE no corresponde a la entidad bancaria elegida'
  return null
}

/** Returns a text, or an empty text for any other value: a form may hold anything before validation. */
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Checks a worker's bank data (specification: backoffice §5) and returns the wrong fields with their texts. The bank
 * must be that of the CLABE, because otherwise STP answers −22.
 */
export function bankDataProblems(data: BankData): Problem[] {
  const bank = text(data.bank)
  const messages: Record<keyof BankData, string | null> = {
    bank: bankProblem(bank),
    debit_card_number: accountProblem(text(data.debit_card_number), bank),
    bank_account_number: /^[0-9]{11}$/.test(text(data.bank_account_number))
      ? null
      : 'El número de cuenta bancaria debe contener exactamente 11 dígitos numéricos',
  }
  const problems: Problem[] = []
  for (const path of ['bank', 'debit_card_number', 'bank_account_number'] as const) {
    const message = messages[path]
    if (message) problems.push({ path, message })
  }
  return problems
}

/** Returns the bank data to store: null fields for staff, whatever the form holds. */
export function keptBankData(user_type: string, data: BankData): Required<BankData> {
  const none = { bank: null, debit_card_number: null, bank_account_number: null }
  if (user_type !== 'U2') return none
  return {
    bank: data.bank ?? null,
    debit_card_number: data.debit_card_number ?? null,
    bank_account_number: data.bank_account_number ?? null,
  }
}
