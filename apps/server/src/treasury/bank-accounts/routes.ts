import { bankAccount, bankAccountBody, bankAccounts } from '@quincena/domain/bank-accounts/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import {
  changeBankAccount,
  chooseDefaultAccount,
  closeBankAccount,
  createBankAccount,
} from './commands/save-bank-account.ts'
import { getBankAccount, listBankAccounts } from './queries/bank-accounts.ts'

/** Routes of the lender's bank accounts: staff see them, an admin changes them. */
export function bankAccountsRoutes(app: App, deps: Deps): void {
  const tags = ['treasury']
  app.get('/treasury/bank-accounts', allow('staff', { tags, response: { 200: bankAccounts } }), async () => ({
    results: await listBankAccounts(deps.db),
  }))
  app.get(
    '/treasury/bank-accounts/:id',
    allow('staff', { tags, params: idParams, response: { 200: bankAccount } }),
    (request) => getBankAccount(deps.db, request.params.id),
  )
  app.post(
    '/treasury/bank-accounts',
    allow('admin', { tags, body: bankAccountBody, response: { 201: bankAccount } }, { factor: 'recent' }),
    async (request) => {
      const { id } = await createBankAccount(deps, contextOf(request), request.body)
      return getBankAccount(deps.db, id)
    },
  )
  app.put(
    '/treasury/bank-accounts/:id',
    allow(
      'admin',
      { tags, params: idParams, body: bankAccountBody, response: { 200: bankAccount } },
      { factor: 'recent' },
    ),
    async (request) => {
      const { id } = request.params
      await changeBankAccount(deps, contextOf(request), { id, body: request.body })
      return getBankAccount(deps.db, id)
    },
  )
  app.post(
    '/treasury/bank-accounts/:id/default',
    allow('admin', { tags, params: idParams, response: { 200: bankAccount } }, { factor: 'recent' }),
    async (request) => {
      await chooseDefaultAccount(deps, contextOf(request), request.params.id)
      return getBankAccount(deps.db, request.params.id)
    },
  )
  app.post(
    '/treasury/bank-accounts/:id/close',
    allow('admin', { tags, params: idParams, response: { 200: bankAccount } }, { factor: 'recent' }),
    async (request) => {
      await closeBankAccount(deps, contextOf(request), request.params.id)
      return getBankAccount(deps.db, request.params.id)
    },
  )
}
