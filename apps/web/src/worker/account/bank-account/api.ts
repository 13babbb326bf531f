import { type BankAccountBody, bankAccountAnswer, revealedAccount } from '@quincena/domain/users/bank-account'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/keys.ts'
import { readQuery } from '../../../lib/read-query.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'

/** The worker's only bank account, masked. */
export const bankAccountQuery = readQuery(keys.bankAccount.all, bankAccountAnswer, {
  path: '/auth/bank-account',
})

/** Creates or replaces the account; the body has the current password and only the last four digits of the card. */
export const saveBankAccount = (body: BankAccountBody) =>
  withErrorText(api.put(bankAccountAnswer, '/auth/bank-account', { body }), 'No se pudo guardar tu cuenta.')

/** Removes the account; needs the current password. */
export const removeBankAccount = (current_password: string) =>
  withErrorText(
    api.delete(bankAccountAnswer, '/auth/bank-account', { body: { current_password } }),
    'No se pudo eliminar tu cuenta.',
  )

/** Gets the complete CLABE. No other call returns it, and the server records each use. */
export const revealBankAccount = () =>
  withErrorText(api.post(revealedAccount, '/auth/bank-account/reveal'), 'No se pudo mostrar tu CLABE.')
