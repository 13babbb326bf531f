import { z } from 'zod'
import { always, digits, required } from '../fields.ts'
import { bankDataProblems } from './rules.ts'

const holder = required('El nombre del titular es obligatorio', 100).regex(
  /^[\p{Script=Latin}\p{Mark} .'-]*$/u,
  'El nombre del titular solo debe contener letras y espacios',
)
const current_password = required('Escribe tu contraseña', 128)

/** The bank of a CLABE is the one chosen, and its digits are right: texts of the user form, at the fields of this one. */
function accountProblems({ bank, clabe }: { bank: string; clabe: string }) {
  const problems = bankDataProblems({ bank, debit_card_number: clabe, bank_account_number: '00000000000' })
  return problems.map(({ path, message }) => {
    if (path === 'debit_card_number') return { path: 'clabe', message }
    return { path, message: bank === '' ? 'Elige tu banco' : message }
  })
}

const account = {
  /** SPEI's code. */
  bank: z.string('La entidad bancaria es obligatoria').trim(),
  clabe: z.string('La CLABE interbancaria es obligatoria').trim(),
  card_holder: holder,
}

/** «Datos bancarios» as it is typed (employee app §5): all four are required. */
export const bankAccountForm = z
  .object({
    ...account,
    card_number: digits(16, 'El número de tarjeta debe contener exactamente 16 dígitos'),
  })
  .superRefine((form, context) => {
    for (const { path, message } of accountProblems(form))
      context.addIssue({ code: 'custom', message, path: [path] })
  }, always)

/** `PUT /auth/bank-account`: of the card's number only the last four digits ever leave the phone. */
export const bankAccountBody = z
  .object({
    ...account,
    card_last4: digits(4, 'De la tarjeta se guardan solo los últimos cuatro dígitos'),
    current_password,
  })
  .superRefine((form, context) => {
    for (const { path, message } of accountProblems(form))
      context.addIssue({ code: 'custom', message, path: [path] })
  })
export type BankAccountBody = z.infer<typeof bankAccountBody>

/** `DELETE /auth/bank-account`. */
export const bankAccountRemoval = z.object({ current_password })

/** The receiving account as its owner sees it: masked. */
const bankAccount = z.object({
  bank: z.string().nullable(),
  bank_name: z.string(),
  account_last4: z.string(),
  card_last4: z.string().nullable(),
  card_holder: z.string().nullable(),
})
export type BankAccount = z.infer<typeof bankAccount>

/** `GET /auth/bank-account`: the one account, and whether it may be changed now. */
export const bankAccountAnswer = z.object({
  account: bankAccount.nullable(),
  /** Money is on its way to it. */
  is_locked: z.boolean(),
})
export type BankAccountAnswer = z.infer<typeof bankAccountAnswer>

export const revealedAccount = z.object({ clabe: z.string() })
