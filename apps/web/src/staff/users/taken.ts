import { useDebouncedValue } from '@mantine/hooks'
import { messageOf } from '@quincena/domain/messages'
import { useQuery } from '@tanstack/react-query'
import { takenQuery } from './api.ts'
import type { UserValues } from './user-values.ts'

const pause_ms = 500

const codes = {
  email: 'user.email_taken',
  key: 'user.key_taken',
  curp: 'user.curp_taken',
  rfc: 'user.rfc_taken',
  debit_card_number: 'user.debit_card_taken',
  bank_account_number: 'user.bank_account_taken',
} as const
export type TakenField = keyof typeof codes

interface Question {
  values: UserValues
  initial: UserValues
  /** What is wrong with the values by themselves: nobody is asked about those. */
  problems: Partial<Record<string, string>>
}

/** Where a value has to be the only one; null where nobody else can have it. */
function scopeOf(field: TakenField, { company, bank }: UserValues): object | null {
  if (field === 'key') return company === '' ? null : { company }
  if (field === 'bank_account_number') return { bank }
  return {}
}

/** Asks, once typing has paused, whether somebody has a field's value already; answers what to say at the field. */
function useTakenField(field: TakenField, { values, initial, problems }: Question): string | undefined {
  const value = values[field].trim()
  const [settled] = useDebouncedValue(value, pause_ms)
  const scope = scopeOf(field, values)
  const isNew = value !== initial[field] || (field === 'key' && values.company !== initial.company)
  const isAsked =
    scope !== null && isNew && value !== '' && settled === value && problems[field] === undefined
  const { data } = useQuery({ ...takenQuery(field, value, scope ?? {}), enabled: isAsked })
  return isAsked && data?.taken === true ? messageOf(codes[field]) : undefined
}

/** What somebody else has already, by field; nothing typed is held up by it. */
export function useTaken(question: Question): Partial<Record<TakenField, string>> {
  const found = {
    email: useTakenField('email', question),
    key: useTakenField('key', question),
    curp: useTakenField('curp', question),
    rfc: useTakenField('rfc', question),
    debit_card_number: useTakenField('debit_card_number', question),
    bank_account_number: useTakenField('bank_account_number', question),
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined))
}
