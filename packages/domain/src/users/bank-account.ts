import { z } from 'zod'
import { always, digits, required, typedPassword } from '../fields.ts'
import { bankOfClabe } from '../mexico/banks.ts'
import { isClabe } from '../mexico/clabe.ts'
import { bankDataProblems } from './rules.ts'

const holder = required('El nombre del titular es obligatorio', 100).regex(
  /^[\p{Script=Latin}\p{Mark} .'-]*$/u,
  'El nombre del titular solo debe contener letras y espacios',
)
const current_password = typedPassword('Escribe tu contraseña.').min(1, 'Escribe tu contraseña.')

const FORMER_BANK = 'Esa CLABE es de un banco que ya no opera. Busca la actual en la app de tu banco.'

/**
 * Checks the CLABE's digits and its bank with the texts of the user form, and maps them to the fields of this form.
 * The form takes the bank from the CLABE, so that an empty bank is an error of the CLABE, if the CLABE has one.
 */
function accountProblems({ bank, clabe }: { bank: string; clabe: string }) {
  if (bank === '' && isClabe(clabe) && bankOfClabe(clabe) === null)
    return [{ path: 'clabe', message: FORMER_BANK }]
  const problems = bankDataProblems({ bank, debit_card_number: clabe, bank_account_number: '00000000000' })
  const isClabeWrong = problems.some(({ path }) => path === 'debit_card_number')
  return problems.flatMap(({ path, message }) => {
    if (path === 'debit_card_number') return [{ path: 'clabe', message }]
    if (bank !== '') return [{ path, message }]
    return isClabeWrong ? [] : [{ path, message: 'Elige tu banco' }]
  })
}

const account = {
  /** SPEI code. */
  bank: z.string('La entidad bancaria es obligatoria').trim(),
  clabe: z.string('La CLABE interbancaria es obligatoria').trim(),
  card_holder: holder,
}

/** The form «Datos bancarios» (specification: employee app §5). All four fields are required. */
export const bankAccountForm = z
  .object({
    ...account,
    card_number: digits(16, 'El número de tarjeta debe contener exactamente 16 dígitos'),
  })
  .superRefine((form, context) => {
    for (const { path, message } of accountProblems(form))
      context.addIssue({ code: 'custom', message, path: [path] })
  }, always)

/** Body of `PUT /auth/bank-account`. The app sends only the last four digits of the card number. */
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

/** Body of `DELETE /auth/bank-account`. */
export const bankAccountRemoval = z.object({ current_password })

/** The worker's receiving account, masked. */
const bankAccount = z.object({
  bank: z.string().nullable(),
  bank_name: z.string(),
  account_last4: z.string(),
  card_last4: z.string().nullable(),
  card_holder: z.string().nullable(),
})
export type BankAccount = z.infer<typeof bankAccount>

/** Answer of `GET /auth/bank-account`: the account, and whether the worker may change it now. */
export const bankAccountAnswer = z.object({
  account: bankAccount.nullable(),
  /** True while a payout is open: the account cannot change. */
  is_locked: z.boolean(),
})
export type BankAccountAnswer = z.infer<typeof bankAccountAnswer>

/** Answer with the whole CLABE; each read is audited as `user.account_revealed`. */
export const revealedAccount = z.object({ clabe: z.string() })
